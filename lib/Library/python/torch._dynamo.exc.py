"""torch._dynamo.exc: what torch.export raises."""


class UserErrorType:
    INVALID_INPUT = "INVALID_INPUT"
    INVALID_OUTPUT = "INVALID_OUTPUT"
    CONSTRAINT_VIOLATION = "CONSTRAINT_VIOLATION"
    ANTI_PATTERN = "ANTI_PATTERN"


class UserError(RuntimeError):
    def __init__(self, error_type, msg, case_name=None):
        super().__init__(msg)
        self.error_type = error_type
        self.msg = msg
