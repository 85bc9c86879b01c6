import { setTimeout as sleep } from 'node:timers/promises'
import type { FaultWorld } from './world.ts'

interface Answer {
  status: number
  body: {
    code?: string
    message?: string
    id?: string
    url?: string
    state?: string
    totals?: { totalMinor: number }
  }
  cookie: string
}

export interface FaultClient {
  /** Responses that must never occur. */
  readonly problems: string[]
  readonly counts: { refused: number; refusedForRoom: number; readsWithoutRoom: number }
  /** Returns null if there was no response. */
  request(path: string, options?: RequestOptions): Promise<Answer | null>
  /** Posts until the response is not "try again later". Returns null for an unexpected response. */
  insist(path: string, body: object | Blob, cookie?: string, expected?: string[]): Promise<Answer | null>
  /** Reads, and counts the read if the disk was full. */
  look(path: string, cookie: string): Promise<void>
}

interface RequestOptions {
  cookie?: string
  json?: object
  form?: Record<string, string>
  file?: Blob
}

const longestAnswerMs = 90_000
let address = 0

/** Each request comes from another IP address, because rate limits are not what is tested here. */
function nextAddress(): string {
  address += 1
  return `10.${(address >> 16) & 255}.${(address >> 8) & 255}.${address & 255}`
}

/** Whether the response is a 503 with a readable sentence. */
function isPutOff({ status, body }: Answer): boolean {
  return status === 503 && body.code === 'UNAVAILABLE' && /^[A-Z].+\.$/.test(body.message ?? '')
}

async function readAnswer(response: Response): Promise<Answer> {
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json')
  const cookies = response.headers.getSetCookie().map((line) => line.split(';', 1)[0])
  return {
    status: response.status,
    body: isJson ? (JSON.parse(text) as Answer['body']) : {},
    cookie: cookies.join('; '),
  }
}

/**
 * Creates a client that is as patient as a person: it repeats a request that was not answered or was refused
 * with 503.
 */
export function createFaultClient(world: FaultWorld): FaultClient {
  const problems: string[] = []
  const counts = { refused: 0, refusedForRoom: 0, readsWithoutRoom: 0 }

  async function request(
    path: string,
    { cookie, json, form, file }: RequestOptions = {},
  ): Promise<Answer | null> {
    const signal = AbortSignal.timeout(longestAnswerMs)
    try {
      const response = await fetch(new URL(path, world.url), {
        method: json || form || file ? 'POST' : 'GET',
        redirect: 'manual',
        signal,
        headers: {
          origin: world.url,
          'x-forwarded-for': nextAddress(),
          ...(cookie && { cookie }),
          ...(json && { 'content-type': 'application/json' }),
        },
        ...(json && { body: JSON.stringify(json) }),
        ...(form && { body: new URLSearchParams(form) }),
        ...(file && { body: file }),
      })
      return await readAnswer(response)
    } catch {
      if (signal.aborted) problems.push(`${path} was not answered within ${longestAnswerMs / 1000} seconds`)
      return null
    }
  }

  const complain = (path: string, { status, body }: Answer) =>
    problems.push(`${path} answered ${status} ${JSON.stringify(body)}`)

  return {
    problems,
    counts,
    request,
    async insist(path, body, cookie = '', expected = []) {
      // One problem is enough. Waiting for a response that may never come would take too long.
      while (problems.length === 0) {
        const content = body instanceof Blob ? { file: body } : { json: body }
        const answer = await request(path, { ...content, cookie })
        if (answer && (answer.status < 300 || expected.includes(answer.body.code ?? ''))) return answer
        if (answer && !isPutOff(answer)) complain(path, answer)
        else if (answer) counts.refused += 1
        if (answer?.body.message?.includes('out of space')) counts.refusedForRoom += 1
        await sleep(100)
      }
      return null
    },
    async look(path, cookie) {
      const answer = await request(path, { cookie })
      if (answer?.status === 200) counts.readsWithoutRoom += world.disk?.isFull() ? 1 : 0
      else if (answer && !isPutOff(answer)) complain(path, answer)
    },
  }
}
