import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import type { Permission } from './roles.ts'

/**
 * Who may call an endpoint: anyone; any signed-in user, for what belongs to them and to no business; members of the
 * business whose role has a permission; or an admin of the platform.
 */
export type Access = 'public' | 'user' | { permission: Permission } | 'admin'

/** One route of the API, for the server, the browser and OpenAPI. Incoming objects are strict. */
export interface Endpoint {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  /** In OpenAPI notation: /api/v1/invoices/{id} */
  path: `/api/v1/${string}`
  access: Access
  summary: string
  tag: string
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodObject
  takesFile?: true
  /** The body of a successful response. Omit for 204. */
  response?: z.ZodType
  /** The response is a file of one of these content types. */
  givesFile?: readonly string[]
  /** Errors that a caller should expect, besides those that every route can return. */
  errors?: readonly ErrorCode[]
  /** Also available before the user has changed the account's initial password. */
  beforePasswordChange?: true
  /** Refused unless the user confirmed their identity in this session within the last minutes. */
  confirm?: true
  /** The maximum size of the body in bytes. The default is 64 KiB. */
  bodyLimit?: number
  /** The message for a body that is too large, if the standard one does not say enough. */
  tooLarge?: string
}

export interface FileAnswer {
  /** A stream if the file may be too large to hold in memory. */
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

/** What may be left out: nothing to give, or nothing that must be given. */
type Part<K extends string, S> =
  undefined extends Input<S>
    ? { [P in K]?: Input<S> }
    : {} extends Input<S>
      ? { [P in K]?: Input<S> | undefined }
      : { [P in K]: Input<S> }

export type RequestOf<E extends Endpoint> = Part<'params', E['params']> &
  Part<'query', E['query']> &
  Part<'body', E['body']> &
  (E['takesFile'] extends true ? { file: Blob } : {})
