import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'

/** Who may call: anyone, a signed-in member of a business, or a platform admin. */
export type Access = 'public' | 'user' | 'admin'

/**
 * One route of the API. Declared once, it is what the server serves, what the browser's client calls and what
 * OpenAPI describes. Objects that come in are strict: a field that is not named is refused.
 */
export interface Endpoint {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  /** OpenAPI form: /api/v1/invoices/{id} */
  path: `/api/v1/${string}`
  access: Access
  summary: string
  tag: string
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodObject
  /** The body is a file, taken as it is. */
  takesFile?: true
  /** What a good answer holds; leave out for 204. */
  response?: z.ZodType
  /** The answer is a file, of one of these types. */
  givesFile?: readonly string[]
  /** Which refusals a caller should expect besides those that every route can give. */
  errors?: readonly ErrorCode[]
  /** Still answers while the account's initial password has not been changed. */
  beforePasswordChange?: true
  /** A sensitive change: refused unless the person proved who they are, in this session, within the last minutes. */
  confirm?: true
  /** Refuses larger bodies; 64 KiB when left out. */
  bodyLimit?: number
  /** What to say then, where there is more to say than that it is too large. */
  tooLarge?: string
}

/** A file on its way out. */
export interface FileAnswer {
  /** A stream where it may be larger than one wants to hold at once. */
  bytes: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>
  contentType: string
  headers?: Record<string, string>
}

export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition
}

type Output<S> = S extends z.ZodType ? z.output<S> : undefined
type Input<S> = S extends z.ZodType ? z.input<S> : undefined

export type BodyOf<E extends Endpoint> = Output<E['body']>
export type QueryOf<E extends Endpoint> = Output<E['query']>
export type ParamsOf<E extends Endpoint> = Output<E['params']>
export type ResponseOf<E extends Endpoint> = E['givesFile'] extends readonly string[]
  ? FileAnswer
  : Output<E['response']>

type Part<K extends string, S> = undefined extends Input<S> ? { [P in K]?: Input<S> } : { [P in K]: Input<S> }

/** What a caller hands over. */
export type RequestOf<E extends Endpoint> = Part<'params', E['params']> &
  Part<'query', E['query']> &
  Part<'body', E['body']> &
  (E['takesFile'] extends true ? { file: Blob } : {})
