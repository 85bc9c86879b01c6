import type { Endpoint, RequestOf, ResponseOf } from '../shared/endpoint.ts'
import type { ErrorCode, FieldErrors, Problem } from '../shared/errors.ts'
import { productName } from '../shared/product.ts'
import { inTabBusiness } from './tab-business.ts'

interface ApiErrorDetails {
  /** The code that the server sent, or UNREACHABLE when no response arrived. */
  code: ErrorCode | 'UNREACHABLE'
  status: number
  /** Empty when the response had no sentence to show. */
  message: string
  fields?: FieldErrors | undefined
  requestId?: string | undefined
  retryAfterSeconds?: number | undefined
  cause?: unknown
}

export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ApiErrorDetails['code']
  readonly status: number
  readonly fields: FieldErrors
  readonly requestId: string | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(details: ApiErrorDetails) {
    super(details.message, { cause: details.cause })
    this.code = details.code
    this.status = details.status
    this.fields = details.fields ?? {}
    this.requestId = details.requestId
    this.retryAfterSeconds = details.retryAfterSeconds
  }
}

const listeners = {
  NOT_SIGNED_IN: new Set<() => void>(),
  FORBIDDEN: new Set<() => void>(),
  NOT_A_MEMBER: new Set<() => void>(),
}

function listenFor(code: keyof typeof listeners, listener: () => void): () => void {
  listeners[code].add(listener)
  return () => listeners[code].delete(listener)
}

/** Calls the listener when the server rejects the session. Returns a function that unsubscribes. */
export function onSignedOut(listener: () => void): () => void {
  return listenFor('NOT_SIGNED_IN', listener)
}

/** Calls the listener when the user lacks a role, such as a former admin or member. Returns how to unsubscribe. */
export function onForbidden(listener: () => void): () => void {
  const stops = [listenFor('FORBIDDEN', listener), listenFor('NOT_A_MEMBER', listener)]
  return () => {
    for (const stop of stops) stop()
  }
}

let askToConfirm: (() => Promise<boolean>) | undefined
let confirming: Promise<boolean> | undefined

/** Sets how to ask the user to confirm their identity. Requests refused without it wait for the answer. */
export function onConfirmationNeeded(confirm: () => Promise<boolean>): () => void {
  askToConfirm = confirm
  return () => {
    if (askToConfirm === confirm) askToConfirm = undefined
  }
}

/** Asks once for all requests that wait for a confirmation at the same time. */
function isConfirmed(): Promise<boolean> {
  confirming ??= (askToConfirm?.() ?? Promise.resolve(false)).finally(() => (confirming = undefined))
  return confirming
}

/** The part of an endpoint that a request needs at run time, so that its schemas need not be loaded. */
type Route<E extends Endpoint> = Pick<E, 'method' | 'path'>
type RequestArguments<E extends Endpoint> = {} extends RequestOf<E> ? [RequestOf<E>?] : [RequestOf<E>]

type Plain = string | number | boolean | null | undefined

interface LooseRequest {
  params?: Record<string, Plain>
  query?: Record<string, Plain>
  body?: unknown
  file?: Blob
}

export async function call<E extends Endpoint>(
  route: E | Route<E>,
  ...[request]: RequestArguments<E>
): Promise<ResponseOf<E>> {
  const response = await sendRequest(route, (request ?? {}) as LooseRequest)
  return (response.status === 204 ? undefined : await response.json()) as ResponseOf<E>
}

export async function download(
  route: Pick<Endpoint, 'method' | 'path'>,
  query: Record<string, Plain> = {},
): Promise<Blob> {
  const response = await sendRequest(route, { query })
  return response.blob().catch((cause: unknown) => {
    throw unreachable(cause)
  })
}

async function sendRequest(
  route: Pick<Endpoint, 'method' | 'path'>,
  request: LooseRequest,
): Promise<Response> {
  try {
    return await sendOnce(route, request)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'CONFIRMATION_NEEDED') throw error
    if (await isConfirmed()) return sendOnce(route, request)
    const message = 'You did not confirm that it’s you. Nothing was saved or changed.'
    throw new ApiError({ code: error.code, status: error.status, message })
  }
}

async function sendOnce(
  route: Pick<Endpoint, 'method' | 'path'>,
  { params, query, body, file }: LooseRequest,
): Promise<Response> {
  const content = file ?? (body === undefined ? undefined : JSON.stringify(body))
  const type = file ? 'application/octet-stream' : 'application/json'
  const response = await send(buildUrl(route.path, params, query), {
    method: route.method.toUpperCase(),
    credentials: 'same-origin',
    headers: {
      accept: 'application/json',
      ...inTabBusiness(),
      ...(content === undefined ? {} : { 'content-type': type }),
    },
    ...(content === undefined ? {} : { body: content }),
  })
  if (!response.ok) {
    const error = await readRefusal(response)
    if (error.code in listeners) {
      for (const listener of listeners[error.code as keyof typeof listeners]) listener()
    }
    throw error
  }
  return response
}

async function send(url: string, init: RequestInit): Promise<Response> {
  // navigator.onLine can be wrong, for example on localhost, so the request is sent anyway.
  const isOffline = 'onLine' in navigator && !navigator.onLine
  try {
    return await fetch(url, init)
  } catch (cause) {
    throw isOffline && init.method !== 'GET' ? offline(cause) : unreachable(cause)
  }
}

function offline(cause: unknown): ApiError {
  return new ApiError({
    code: 'UNREACHABLE',
    status: 0,
    message: 'You are offline. Nothing was sent. Check your connection and try again.',
    cause,
  })
}

function unreachable(cause: unknown): ApiError {
  return new ApiError({
    code: 'UNREACHABLE',
    status: 0,
    message: `${productName} can’t be reached right now. Check your connection and try again.`,
    cause,
  })
}

function buildUrl(
  path: string,
  params: LooseRequest['params'] = {},
  query: LooseRequest['query'] = {},
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) search.set(name, String(value))
  }
  return search.size === 0 ? filled : `${filled}?${search}`
}

async function readRefusal(response: Response): Promise<ApiError> {
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
  const shared = {
    status: response.status,
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : undefined,
  }
  const problem: unknown = await response.json().catch(() => null)
  if (isProblem(problem)) {
    const { code, message, fields, requestId } = problem
    return new ApiError({ ...shared, code, message, fields, requestId })
  }
  // A proxy in front of the server may respond with an error page of its own.
  return new ApiError({
    ...shared,
    code: response.status >= 502 && response.status <= 504 ? 'UNAVAILABLE' : 'INTERNAL',
    message: '',
    requestId: response.headers.get('x-request-id') ?? undefined,
  })
}

function isProblem(value: unknown): value is Problem {
  return (
    typeof value === 'object' &&
    value !== null &&
    'code' in value &&
    typeof value.code === 'string' &&
    'message' in value &&
    typeof value.message === 'string'
  )
}

export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}

/** Whether the server rejects the cursor of a URL. It does so every time; the first page always exists. */
export function isCursorRejected(
  error: unknown,
  { after, before }: { after?: string | undefined; before?: string | undefined },
): boolean {
  return error instanceof ApiError && error.status === 422 && (after ?? before) !== undefined
}

/** Returns the server's sentence, or the fallback for a response without one or an error in our own code. */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.message !== '' ? error.message : fallback
}

/** Returns the URL that the page has to go to. Going to a missing one would open a page named `undefined`. */
export function receivedUrl({ url }: { url: string | null }): string {
  if (!url) throw new Error('No URL received')
  return url
}
