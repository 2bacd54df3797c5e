const pieceCharacters = 32 * 1024

/** The text in few large pieces, because each piece costs the receiving stream a turn. */
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
