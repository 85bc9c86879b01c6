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
    totals?: { totalCents: number }
  }
  cookie: string
}

export interface FaultClient {
  /** What should never be answered, whatever happens. */
  readonly problems: string[]
  readonly counts: { refused: number; refusedForRoom: number; readsWithoutRoom: number }
  /** Null: there was no answer. */
  request(path: string, asked?: Asked): Promise<Answer | null>
  /** Posts until there is an answer that is not "not now". Null: an answer that was not foreseen. */
  insist(path: string, body: object, cookie?: string, expected?: string[]): Promise<Answer | null>
  /** Reads, and counts it where there was no room to write. */
  look(path: string, cookie: string): Promise<void>
}

interface Asked {
  cookie?: string
  json?: object
  form?: Record<string, string>
}

const longestAnswerMs = 90_000
let address = 0

/** Somebody else each time: limits by address are not what is tried here. */
function nextAddress(): string {
  address += 1
  return `10.${(address >> 16) & 255}.${(address >> 8) & 255}.${address & 255}`
}

/** 503 with a sentence for whoever reads it. */
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

/** A client as patient as a person: it asks again, with the same words, what was not answered or put off. */
export function createFaultClient(world: FaultWorld): FaultClient {
  const problems: string[] = []
  const counts = { refused: 0, refusedForRoom: 0, readsWithoutRoom: 0 }

  async function request(path: string, { cookie, json, form }: Asked = {}): Promise<Answer | null> {
    const signal = AbortSignal.timeout(longestAnswerMs)
    try {
      const response = await fetch(new URL(path, world.url), {
        method: json || form ? 'POST' : 'GET',
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
      // One problem is enough: nobody waits any longer for what may never come.
      while (problems.length === 0) {
        const answer = await request(path, { json: body, cookie })
        if (answer && (answer.status < 300 || expected.includes(answer.body.code ?? ''))) return answer
        if (answer && !isPutOff(answer)) complain(path, answer)
        else if (answer) counts.refused += 1
        if (answer?.body.message?.includes('no room')) counts.refusedForRoom += 1
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
