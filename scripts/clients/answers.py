# What the hub replies to some calls, for the comparison of the clients (scripts/test-clients.mjs).
import importlib
import json
import os
import pkgutil
from uuid import UUID

import ludus_hub_client
from ludus_hub_client import AuthenticatedClient
from ludus_hub_client.api.games import list_catalog
from ludus_hub_client.api.sessions import get_session, list_session_changes
from ludus_hub_client.api.system import get_me
from ludus_hub_client.api.tickets import list_tickets

modules = [name for _, name, _ in pkgutil.walk_packages(ludus_hub_client.__path__, "ludus_hub_client.")]
for name in modules:
    importlib.import_module(name)

url = os.environ["LUDUS_URL"]
client = AuthenticatedClient(base_url=url, token=os.environ["LUDUS_TOKEN"])
changes = list_session_changes.sync(client=client, limit=20)
missing = get_session.sync_detailed(client=client, id=UUID("00000000-0000-8000-8000-000000000000"))
refused = get_me.sync_detailed(client=AuthenticatedClient(base_url=url, token="ludus_wrong"))
too_many = list_session_changes.sync_detailed(client=client, limit=5_001)


def refusal(reply):
    return [reply.status_code.value, reply.parsed.code.value if hasattr(reply.parsed.code, "value") else reply.parsed.code]


print(
    json.dumps(
        {
            "modules": len(modules),
            "me": get_me.sync(client=client).to_dict(),
            "catalog": list_catalog.sync(client=client).to_dict(),
            "tickets": [ticket.to_dict() for ticket in list_tickets.sync(client=client)],
            "changes": changes.to_dict(),
            "session": get_session.sync(client=client, id=changes.rows[0].id).to_dict(),
            "missing": refusal(missing),
            "refused": refusal(refused),
            "tooMany": [*refusal(too_many), list(too_many.parsed.fields.to_dict())],
        }
    )
)
