"""`python -m sentencerank` is the command `sentencerank`."""

from sentencerank.cli.main import main

if __name__ == "__main__":
    main(prog_name="sentencerank")
