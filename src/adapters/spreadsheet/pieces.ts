const pieceCharacters = 32 * 1024

/** The same text in few large pieces: each costs a turn of the stream that takes it. */
export async function * inPieces (parts: AsyncIterable<string>): AsyncGenerator<string> {
  let piece = ''
  for await (const part of parts) {
    piece += part
    if (piece.length < pieceCharacters) continue
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}
