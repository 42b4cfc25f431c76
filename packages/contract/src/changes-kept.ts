/**
 * A page reads before its socket is connected. It says as `readingMs` of the handshake how long ago it began; what changed since is
 * sent to it, as far back as this.
 */
export const changesKeptMs = 60_000;
