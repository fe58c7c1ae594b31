# The HTTP API and the reader. Build it with `docker compose build`; compose.yaml says how it is meant to run.

FROM python:3.13-slim AS build
WORKDIR /src
COPY . .
# Every package has the version and one of the hashes of its lock.
RUN python -m venv /app
RUN /app/bin/pip install --no-cache-dir --no-deps --require-hashes --requirement requirements/build.txt
RUN /app/bin/pip install --no-cache-dir --no-deps --require-hashes --no-build-isolation --requirement requirements/serve.txt
RUN /app/bin/pip install --no-cache-dir --no-deps --no-build-isolation .

FROM python:3.13-slim
COPY --from=build /app /app
# The only folder that may be written. A volume that is mounted here takes its owner over.
RUN mkdir /data && chown 10001:10001 /data
USER 10001:10001
ENV PATH="/app/bin:$PATH" PYTHONDONTWRITEBYTECODE=1 HOME=/data
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/readyz', timeout=4)"]
# Other computers can reach it, so it starts only with a token in SENTENCERANK_TOKEN.
CMD ["sentencerank", "serve", "--host", "0.0.0.0", "--port", "8000", "--store", "/data/documents.db"]
