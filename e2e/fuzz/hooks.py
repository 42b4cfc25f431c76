"""How schemathesis calls the hub as one account: with a fresh token, and without ending an account of the run."""

import os

import schemathesis

TOKEN_FILE = os.environ.get("FUZZ_TOKEN_FILE")
# Ids of the accounts that the run signs in with. Schemathesis takes ids from responses, so it finds them.
RECEIVER = os.environ.get("FUZZ_RECEIVER")
PROTECTED = set(filter(None, os.environ.get("FUZZ_PROTECTED_IDS", "").split(",")))
NOBODY = {"keycloakUserId": "00000000-0000-4000-8000-000000000000", "id": "2000000000"}


@schemathesis.hook
def before_call(context, case, kwargs):
    if case.path.startswith("/api/webhooks"):
        lead_to_receiver(case.body)
    if case.method == "GET" or "/user/" not in case.path:
        return
    for name, value in (case.path_parameters or {}).items():
        if str(value) in PROTECTED:
            case.path_parameters[name] = NOBODY.get(name, value)


def lead_to_receiver(body):
    """Half of the webhooks get an address that answers, so that deliveries and their calls exist as well."""
    if RECEIVER and isinstance(body, dict) and isinstance(body.get("url"), str) and len(body["url"]) % 2 == 0:
        body["url"] = RECEIVER


if TOKEN_FILE:
    issued = set()

    @schemathesis.auth(refresh_interval=15)
    class TokenFile:
        def get(self, case, context):
            with open(TOKEN_FILE, encoding="utf-8") as file:
                token, *views = file.read().split()
            issued.add(f"Bearer {token}")
            return token, views

        def set(self, case, data, context):
            token, views = data
            case.headers["Authorization"] = f"Bearer {token}"
            for grant in views:
                case.headers["X-View-As"] = grant

    @schemathesis.check
    def token_is_accepted(ctx, response, case):
        """A run whose token ended would look clean and test nothing. Requests with a wrong token or none are meant."""
        sent = response.request.headers.get("Authorization")
        assert response.status_code != 401 or sent not in issued, "The token of the run is refused"
