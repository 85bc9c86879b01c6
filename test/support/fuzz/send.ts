import type { Endpoint } from '../../../src/shared/endpoint.ts'
import { testOrigin } from '../test-app.ts'
import type { Answer } from './checks.ts'
import { readDescription, replaceTexts } from './ids.ts'
import type { DrawnRequest } from './requests.ts'
import { writeJson } from './values.ts'
import type { FuzzWorld } from './world.ts'

export const longestWait = 300_000
const unknownId = '44444444-4444-4444-8444-444444444444'

/** Creates the actual request, once its ids are known. */
export async function writeRequest(world: FuzzWorld, endpoint: Endpoint, drawn: DrawnRequest, count: number) {
  const ids = new Map<string, string>()
  const described = new Set<string>()
  const note = (text: string) => (readDescription(text) && described.add(text), text)
  replaceTexts([drawn.params, drawn.query, drawn.body], note)
  for (const text of described) {
    const id = readDescription(text)
    if (id) ids.set(text, (await world.findId(id, drawn.actor)) ?? unknownId)
  }
  const put = (text: string) => ids.get(text) ?? text
  const params = drawn.params.map(put)
  const path = endpoint.path.replaceAll(/\{\w+\}/g, () => params.shift() ?? '')
  const query =
    typeof drawn.query === 'string'
      ? drawn.query
      : new URLSearchParams(
          drawn.query.map(([name, value]): [string, string] => [name, put(value)]),
        ).toString()
  const cookie = world.present.get(drawn.actor)?.cookie
  const init: RequestInit = {
    method: endpoint.method.toUpperCase(),
    headers: {
      origin: testOrigin,
      // Each request has another IP address. Otherwise rate limits would hide what is tested.
      'x-forwarded-for': `10.${(count >> 16) % 256}.${(count >> 8) % 256}.${count % 256}`,
      ...(cookie ? { cookie } : {}),
      ...drawn.headers,
    },
  }
  if (drawn.body && endpoint.method !== 'get') init.body = bodyOf(drawn.body, put)
  return { url: path + (query && `?${query}`), init }
}

function bodyOf(body: NonNullable<DrawnRequest['body']>, put: (text: string) => string) {
  if ('json' in body) return writeJson(replaceTexts(body.json, put))
  return 'text' in body ? body.text : new Blob([Buffer.from(body.base64, 'base64')])
}

export async function readAnswer(response: Response): Promise<Answer> {
  const type = response.headers.get('content-type')?.split(';')[0] ?? ''
  const base = { status: response.status, type, requestId: response.headers.get('x-request-id') ?? '' }
  if (type !== 'text/event-stream') return { ...base, text: await response.text() }
  // The stream ends when its reader leaves.
  const reader = response.body?.getReader()
  const { value } = (await reader?.read()) ?? {}
  await reader?.cancel()
  return { ...base, text: Buffer.from(value ?? []).toString() }
}

/** Resolves to undefined if the work takes too long. */
export async function inTime<T>(work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, longestWait, undefined)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
