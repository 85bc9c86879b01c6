import { afterEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import {
  ApiError,
  call,
  download,
  messageOf,
  onConfirmationNeeded,
  onForbidden,
  onSignedOut,
  receivedUrl,
} from './api-client.ts'

const readThing = endpoint({
  method: 'get',
  path: '/api/v1/things/{id}',
  access: 'user',
  tag: 'Things',
  summary: 'One thing',
  params: z.strictObject({ id: z.string() }),
  query: z.strictObject({ search: z.string().optional(), page: z.number().optional() }),
  response: z.strictObject({ name: z.string() }),
})

const makeThing = endpoint({
  method: 'post',
  path: '/api/v1/things',
  access: 'user',
  tag: 'Things',
  summary: 'Make a thing',
  body: z.strictObject({ name: z.string() }),
})

function answerWith(response: Response) {
  const fetch = vi.fn<(url: string, init: RequestInit) => Promise<Response>>(() => Promise.resolve(response))
  vi.stubGlobal('fetch', fetch)
  return fetch
}

function refusal(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { 'content-type': 'application/problem+json', ...headers } })
}

async function failureOf(promise: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ApiError)) throw new Error(`Expected an ApiError, got ${String(error)}.`)
  return error
}

afterEach(() => vi.unstubAllGlobals())

describe('a call', () => {
  it('fills the path, leaves out what is not given and returns the answer', async () => {
    const fetch = answerWith(Response.json({ name: 'Plane' }))
    const thing = await call(readThing, { params: { id: 'a/b' }, query: { search: 'x y', page: undefined } })
    expect(thing).toEqual({ name: 'Plane' })
    expect(fetch.mock.calls[0]?.[0]).toBe('/api/v1/things/a%2Fb?search=x+y')
    expect(fetch.mock.calls[0]?.[1]).toMatchObject({ method: 'GET', credentials: 'same-origin' })
    expect(fetch.mock.calls[0]?.[1]).not.toHaveProperty('body')
  })

  it('sends its body as JSON and takes an empty answer', async () => {
    const fetch = answerWith(new Response(null, { status: 204 }))
    expect(await call(makeThing, { body: { name: 'Saw' } })).toBeUndefined()
    const init = fetch.mock.calls[0]?.[1]
    expect(init).toMatchObject({ method: 'POST', body: '{"name":"Saw"}' })
    expect(new Headers(init?.headers).get('content-type')).toBe('application/json')
  })
})

describe('a refused call', () => {
  it('becomes an error with all that the server said', async () => {
    const problem = {
      code: 'VALIDATION_FAILED',
      title: 'Some fields need another look',
      status: 422,
      message: 'Check the name.',
      fields: { name: 'Too long.' },
      requestId: 'r-7',
    }
    answerWith(refusal(422, problem, { 'retry-after': '90' }))
    const error = await failureOf(call(makeThing, { body: { name: '' } }))
    expect(error).toMatchObject({
      code: 'VALIDATION_FAILED',
      status: 422,
      message: 'Check the name.',
      fields: { name: 'Too long.' },
      requestId: 'r-7',
      retryAfterSeconds: 90,
    })
  })

  it('says so in plain words when the server cannot be reached', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    const error = await failureOf(call(makeThing, { body: { name: 'Saw' } }))
    expect(error).toMatchObject({ code: 'UNREACHABLE', status: 0 })
    expect(error.message).toBe('Millrace can’t be reached right now. Check your connection and try again.')
  })

  it('says that nothing was sent when there was no connection, unless nothing was to be', async () => {
    vi.stubGlobal('navigator', { onLine: false })
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    const sent = await failureOf(call(makeThing, { body: { name: 'Saw' } }))
    expect(sent.message).toBe('You are offline. Nothing was sent. Check your connection and try again.')
    const read = await failureOf(call(readThing, { params: { id: '1' }, query: {} }))
    expect(read.message).toContain('can’t be reached')
  })

  it.each([
    ['INTERNAL', new Response('', { status: 500 })],
    ['INTERNAL', Response.json({ error: 'stack' }, { status: 500 })],
    ['UNAVAILABLE', new Response('<h1>502 Bad Gateway</h1>', { status: 502 })],
    ['UNAVAILABLE', new Response('<h1>504 Gateway Timeout</h1>', { status: 504 })],
  ])('shows the text of the place for an answer that is not ours (%s)', async (code, answer) => {
    answerWith(answer)
    const error = await failureOf(call(makeThing, { body: { name: 'Saw' } }))
    expect(error.code).toBe(code)
    expect(messageOf(error, 'It did not work.')).toBe('It did not work.')
  })

  it('tells that the session is gone, but not that a password was wrong', async () => {
    const listener = vi.fn<() => void>()
    const stop = onSignedOut(listener)
    answerWith(refusal(401, { code: 'INVALID_CREDENTIALS', message: 'No.', requestId: 'r' }))
    await failureOf(call(makeThing, { body: { name: 'Saw' } }))
    expect(listener).not.toHaveBeenCalled()
    answerWith(refusal(401, { code: 'NOT_SIGNED_IN', message: 'Please sign in.', requestId: 'r' }))
    await failureOf(call(makeThing, { body: { name: 'Saw' } }))
    expect(listener).toHaveBeenCalledOnce()
    stop()
  })

  it('tells that a role is wanting, but not that something else was refused', async () => {
    const listener = vi.fn<() => void>()
    const stop = onForbidden(listener)
    answerWith(refusal(403, { code: 'WRONG_PASSWORD', message: 'No.', requestId: 'r' }))
    await failureOf(call(makeThing, { body: { name: 'Saw' } }))
    expect(listener).not.toHaveBeenCalled()
    answerWith(refusal(403, { code: 'FORBIDDEN', message: 'Not yours.', requestId: 'r' }))
    await failureOf(call(makeThing, { body: { name: 'Saw' } }))
    expect(listener).toHaveBeenCalledOnce()
    stop()
  })
})

it('keeps the words of our own bugs from people', () => {
  expect(messageOf(new TypeError('x is undefined'), 'It did not work.')).toBe('It did not work.')
  const refused = new ApiError({ code: 'FORBIDDEN', status: 403, message: 'Not yours.' })
  expect(messageOf(refused, 'It did not work.')).toBe('Not yours.')
})

it('goes nowhere without an address', () => {
  expect(receivedUrl({ url: 'https://cards.example/pay' })).toBe('https://cards.example/pay')
  for (const answer of [{}, { url: null }, { url: '' }]) {
    expect(() => receivedUrl(answer as { url: null })).toThrow('No URL received')
  }
})

describe('a file', () => {
  const route = { method: 'get', path: '/api/v1/things/file' } as const

  it('is there once all of it has come', async () => {
    answerWith(new Response('content', { headers: { 'content-type': 'application/zip' } }))
    const file = await download(route)
    expect([file.type, await file.text()]).toEqual(['application/zip', 'content'])
  })

  it('is refused like anything else, and one that breaks off is none', async () => {
    answerWith(refusal(429, { code: 'TOO_MANY_REQUESTS', message: 'Too many.' }))
    expect(await failureOf(download(route))).toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      message: 'Too many.',
    })
    const broken = new ReadableStream({ start: (controller) => controller.error(new Error('broken')) })
    answerWith(new Response(broken))
    expect(await failureOf(download(route))).toMatchObject({ code: 'UNREACHABLE' })
  })
})

describe('a call that needs confirmation', () => {
  const needed = () =>
    refusal(403, { code: 'CONFIRMATION_NEEDED', message: 'Please confirm.', requestId: 'r' })
  const done = () => new Response(null, { status: 204 })

  it('is repeated once it is confirmed, with the same body; several at once ask once', async () => {
    const answers = [needed(), needed(), done(), done()]
    const fetch = vi.fn<(url: string, init: RequestInit) => Promise<Response>>(() =>
      Promise.resolve(answers.shift() ?? done()),
    )
    vi.stubGlobal('fetch', fetch)
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const confirm = vi.fn<() => Promise<boolean>>(() => promise)
    const stop = onConfirmationNeeded(confirm)
    const calls = ['Saw', 'Plane'].map((name) => call(makeThing, { body: { name } }))
    await vi.waitFor(() => expect(confirm).toHaveBeenCalled())
    expect(fetch).toHaveBeenCalledTimes(2)
    resolve(true)
    await Promise.all(calls)
    expect(confirm).toHaveBeenCalledTimes(1)
    expect(fetch.mock.calls.map(([, { body }]) => body)).toEqual(
      ['Saw', 'Plane', 'Saw', 'Plane'].map((name) => JSON.stringify({ name })),
    )
    stop()
  })

  it('fails in words, without another try, when it is not', async () => {
    const fetch = answerWith(needed())
    const stop = onConfirmationNeeded(() => Promise.resolve(false))
    const error = await failureOf(call(makeThing, { body: { name: 'Saw' } }))
    expect([error.code, error.message]).toEqual([
      'CONFIRMATION_NEEDED',
      'You did not confirm that it’s you. Nothing was saved or changed.',
    ])
    expect(fetch).toHaveBeenCalledTimes(1)
    stop()
  })
})
