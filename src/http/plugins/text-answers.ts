import fp from 'fastify-plugin'

const offered = ['application/json', 'text/plain', 'text/json'] as const

/**
 * Labels a success as text/plain or text/json for clients whose Accept asks for that rather than for application/json.
 */
export const textAnswers = fp(async (app) => {
  app.addHook('onSend', async ({ headers }, reply, payload) => {
    const isJson = String(reply.getHeader('content-type')).startsWith('application/json')
    if (reply.statusCode === 200 && isJson && headers.accept !== undefined) {
      reply.header('content-type', `${preferredOf(headers.accept)}; charset=utf-8`)
    }
    return payload
  })
}, { name: 'text-answers' })

/**
 * The offered media type with the highest quality; application/json on a tie, where @fastify/accepts would follow the
 * order of the header.
 */
function preferredOf (accept: string): typeof offered[number] {
  const ranges = accept.slice(0, 500).split(',').map(rangeOf)
  const qualities = offered.map((type) => ({ type, quality: qualityOf(type, ranges) }))
  return qualities.reduce((best, other) => other.quality > best.quality ? other : best).type
}

interface Range { type: string, quality: number }

function rangeOf (text: string): Range {
  const [type = '', ...parameters] = text.toLowerCase().split(';').map((part) => part.trim())
  const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
  return { type, quality: quality === undefined ? 1 : Number(quality) || 0 }
}

/** RFC 9110, 12.5.1: the most specific range that matches gives the quality. */
function qualityOf (type: string, ranges: readonly Range[]): number {
  const family = `${type.split('/', 1)[0] ?? ''}/*`
  const match = [type, family, '*/*'].map((wanted) => ranges.find((range) => range.type === wanted)).find(Boolean)
  return match?.quality ?? 0
}
