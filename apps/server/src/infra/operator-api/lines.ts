const lineFeed = 10;

/** The lines of one chunk of a stream. `tooLong` holds the beginnings of lines beyond the limit; their rest is skipped. */
export interface LineBatch {
  lines: string[];
  tooLong: string[];
}

/**
 * Splits a byte stream into lines, one batch per arriving chunk, so that a page of many thousand lines costs a few
 * dozen awaits. Decoding happens on whole lines only: a character cut between two chunks stays whole.
 * @param maxLineBytes a longer line is reported by its first `maxLineBytes` bytes and otherwise skipped
 */
export async function* splitLines(
  chunks: AsyncIterable<Uint8Array>,
  maxLineBytes: number,
): AsyncGenerator<LineBatch> {
  let rest: Buffer[] = [];
  let restBytes = 0;
  let skipping = false;

  for await (const chunk of chunks) {
    let buffer = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    const batch: LineBatch = { lines: [], tooLong: [] };
    if (skipping) {
      const end = buffer.indexOf(lineFeed);
      if (end === -1) continue;
      buffer = buffer.subarray(end + 1);
      skipping = false;
    }
    const lastEnd = buffer.lastIndexOf(lineFeed);
    if (lastEnd !== -1) {
      const whole = restBytes === 0 ? buffer : Buffer.concat([...rest, buffer]);
      const text = whole.toString('utf8', 0, restBytes + lastEnd);
      for (const line of text.split('\n')) {
        if (line.length > maxLineBytes) batch.tooLong.push(line.slice(0, maxLineBytes));
        else if (line !== '' && line !== '\r') batch.lines.push(line);
      }
      buffer = buffer.subarray(lastEnd + 1);
      rest = [];
      restBytes = 0;
    }
    if (buffer.length > 0) {
      rest.push(buffer);
      restBytes += buffer.length;
    }
    if (restBytes > maxLineBytes) {
      batch.tooLong.push(Buffer.concat(rest).toString('utf8', 0, maxLineBytes));
      rest = [];
      restBytes = 0;
      skipping = true;
    }
    if (batch.lines.length > 0 || batch.tooLong.length > 0) yield batch;
  }
  if (restBytes > 0) {
    const last = Buffer.concat(rest).toString('utf8');
    if (last.trim() !== '') yield { lines: [last], tooLong: [] };
  }
}
