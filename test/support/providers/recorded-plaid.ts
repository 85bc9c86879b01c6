import { readFile } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { json } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { sending, startAnsweringServer } from './answering-server.ts'

export interface PlaidAnswer {
  status: number
  body: unknown
}

interface PlaidRequest {
  path: string | undefined
  headers: IncomingHttpHeaders
  body: unknown
}

const folder = new URL('../../../src/platform/banks/recorded/', import.meta.url)

async function read(name: string): Promise<unknown> {
  return JSON.parse(await readFile(new URL(`${name}.json`, folder), 'utf8'))
}

/** Returns a response in Plaid's format, from src/platform/banks/recorded. */
export async function recorded(name: string): Promise<PlaidAnswer> {
  return { status: 200, body: await read(name) }
}

export async function recordedRefusals(): Promise<Record<string, PlaidAnswer>> {
  return (await read('refusals')) as Record<string, PlaidAnswer>
}

type Answers = Record<string, PlaidAnswer | ((body: unknown) => PlaidAnswer)>

/**
 * Starts a stand-in for Plaid for the duration of a test. A path without a response is refused as unknown.
 */
export async function startRecordedPlaid(answers: Answers) {
  const asked: PlaidRequest[] = []
  const server = await startAnsweringServer((request, response) => {
    void json(request).then((body) => {
      asked.push({ path: request.url, headers: request.headers, body })
      const answer = answers[request.url ?? ''] ?? {
        status: 404,
        body: { error_code: 'NOT_FOUND', error_type: 'INVALID_REQUEST' },
      }
      const { status, body: sent } = typeof answer === 'function' ? answer(body) : answer
      return sending(status, sent)(request, response)
    })
  })
  onTestFinished(() => server.close())
  return { url: server.url, asked }
}
