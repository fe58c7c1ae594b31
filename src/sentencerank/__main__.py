"""`python -m sentencerank` is the command `sentencerank`."""

from sentencerank.cli.loading import quick_to_stop


def main() -> None:
    """Load the commands, and run the one that is asked for."""
    with quick_to_stop():
        from sentencerank.cli.main import main as run
    run(prog_name="sentencerank")


if __name__ == "__main__":
    main()
