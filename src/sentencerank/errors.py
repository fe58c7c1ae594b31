"""Everything that can go wrong, in one tree.

    SentenceRankError
    ├── OptionsError        arguments that contradict each other or lie outside their range (also a ValueError)
    ├── InputError          what was given is not text (also a TypeError)
    ├── DocumentError       a text or file that cannot be read
    │   └── LimitError      a file that is larger than its limits
    ├── LanguageError       no such language, or the wrong one
    ├── ModelError          a model that is missing, damaged or does not fit
    ├── ConvergenceError    an iteration that did not end
    ├── DataError           evaluation data that is missing or malformed
    ├── CorpusError         a corpus or knowledge base that nothing can be learnt from
    ├── ExtraError          an optional part that is not installed (also an ImportError)
    ├── PluginError         a plugin of another package that does not work
    └── WorkerError         a worker process that died or could not start
        └── DeadlineError   work that took longer than its deadline and was stopped

Every message ends with what to do next.
"""


class SentenceRankError(Exception):
    """The root of all errors that this package raises on purpose."""


class OptionsError(SentenceRankError, ValueError):
    """An argument is outside its range or contradicts another one."""


class InputError(SentenceRankError, TypeError):
    """What was given to rank is not text."""


class DocumentError(SentenceRankError):
    """A text or a file cannot be read as a document."""


class LimitError(DocumentError):
    """A file is larger, deeper or slower to read than its limits allow: no part of it is read."""


class LanguageError(SentenceRankError):
    """A language is unknown or does not fit the text."""


class ModelError(SentenceRankError):
    """A model is missing, damaged or of another format."""


class ConvergenceError(SentenceRankError):
    """An iteration did not converge within its bound."""


class DataError(SentenceRankError):
    """Evaluation data is missing or malformed."""


class CorpusError(SentenceRankError):
    """A corpus or a knowledge base cannot be read, or is too small to learn from."""


class ExtraError(SentenceRankError, ImportError):
    """An optional part of the package is not installed."""


class PluginError(SentenceRankError):
    """A plugin of another package cannot be loaded, or is not what it says."""


class WorkerError(SentenceRankError):
    """A worker process died or could not start.

    `begun` says whether the process had begun the task when it died; if not, the task is not the reason.
    """

    begun = False


class DeadlineError(WorkerError):
    """Work took longer than its deadline and was stopped."""
