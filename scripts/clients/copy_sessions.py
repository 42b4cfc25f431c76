# Keeps a copy of the sessions of an integration: the first run reads all, each later one what has changed since.
import json
import os
from uuid import UUID

from ludus_hub_client import AuthenticatedClient
from ludus_hub_client.api.sessions import list_session_changes
from ludus_hub_client.models import ChangedSession, ErrorReply
from ludus_hub_client.types import UNSET, Unset

hub = AuthenticatedClient(
    base_url=os.environ.get("LUDUS_URL", "http://localhost:3000"),
    token=os.environ.get("LUDUS_TOKEN", ""),
)

# Stand in for your own store, where both are written in one transaction.
copy: dict[UUID, ChangedSession] = {}
cursor: str | Unset = UNSET

has_more = True
while has_more:
    page = list_session_changes.sync(client=hub, limit=5_000, cursor=cursor)
    if page is None or isinstance(page, ErrorReply):
        raise SystemExit(f"The hub refused: {page}")
    # A session that changes comes again: the last one counts.
    for row in page.rows:
        copy[row.id] = row
    cursor, has_more = page.cursor, page.has_more

open_sessions = sum(row.is_open for row in copy.values())
print(json.dumps({"sessions": len(copy), "open": open_sessions, "cursor": cursor}))
