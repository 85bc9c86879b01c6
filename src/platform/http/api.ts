import { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Logger } from 'pino'
import type { z } from 'zod'
import type { Access, BodyOf, Endpoint, ParamsOf, QueryOf, ResponseOf } from '../../shared/endpoint.ts'
import { AppError } from '../../shared/errors.ts'
import type { FieldErrors } from '../../shared/errors.ts'
import { describeEndpoint } from './openapi.ts'

/** Who makes a request. */
export interface Identity {
  userId: string
  sessionId: string
  name: string
  email: string
  emailVerified: boolean
  role: 'user' | 'admin'
  mustChangePassword: boolean
  businessId: string
  business: { name: string; timeZone: string }
}

export interface HttpEnv {
  Variables: { requestId: string; log: Logger; ip: string }
}

export interface Call<E extends Endpoint> {
  body: BodyOf<E>
  query: QueryOf<E>
  params: ParamsOf<E>
  identity: E['access'] extends 'public' ? null : Identity
  /** For cookies and headers; the answer itself is what the handler returns. */
  context: Context<HttpEnv>
  ip: string
  log: Logger
}

export type Handler<E extends Endpoint> = (
  call: Call<E>,
) => Promise<ResponseOf<E> extends undefined ? void : ResponseOf<E>>

interface ApiOptions {
  app: OpenAPIHono<HttpEnv>
  identify: (context: Context<HttpEnv>) => Promise<Identity | null>
  /** Tests check that every answer fits its schema. */
  checkResponses: boolean
}

export interface Api {
  readonly endpoints: readonly Endpoint[]
  register<E extends Endpoint>(endpoint: E, handler: Handler<E>): void
}

const defaultBodyLimit = 64 * 1024

function fieldErrors(error: z.ZodError): FieldErrors {
  const fields: FieldErrors = {}
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) fields[[...issue.path, key].join('.')] = 'This field is not known here.'
    } else {
      fields[issue.path.join('.')] ??= issue.message
    }
  }
  return fields
}

function parse<S extends z.ZodType>(schema: S | undefined, value: unknown): z.output<S> | undefined {
  if (!schema) return undefined
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const fields = fieldErrors(result.error)
  const [first] = Object.values(fields)
  throw new AppError('VALIDATION_FAILED', first ?? 'Please check what you entered.', { fields })
}

async function readJson(context: Context): Promise<unknown> {
  const type = context.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json') {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'This address takes application/json.')
  }
  const text = await context.req.text()
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new AppError('MALFORMED_JSON', 'The request is not valid JSON.', { cause })
  }
}

function assertAllowed(identity: Identity | null, access: Access, endpoint: Endpoint): void {
  if (!identity) throw new AppError('NOT_SIGNED_IN', 'Please sign in to continue.')
  if (identity.mustChangePassword && !endpoint.beforePasswordChange) {
    throw new AppError('PASSWORD_CHANGE_REQUIRED', 'Please replace the initial password first.')
  }
  if (access === 'admin' && identity.role !== 'admin') {
    throw new AppError('FORBIDDEN', "You don't have administrative permissions.")
  }
}

/** Serves the endpoints: who may call, what may go in, and what comes out, in that order. */
export function createApi({ app, identify, checkResponses }: ApiOptions): Api {
  const endpoints: Endpoint[] = []
  return {
    endpoints,
    register(endpoint, handler) {
      endpoints.push(endpoint)
      app.openAPIRegistry.registerPath(describeEndpoint(endpoint))
      const limit = bodyLimit({
        maxSize: endpoint.bodyLimit ?? defaultBodyLimit,
        onError: () => {
          throw new AppError('BODY_TOO_LARGE', 'This is larger than what this address takes.')
        },
      })
      const path = endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1')
      app.on(endpoint.method.toUpperCase(), path, limit, async (context) => {
        const identity = endpoint.access === 'public' ? null : await identify(context)
        if (endpoint.access !== 'public') assertAllowed(identity, endpoint.access, endpoint)
        const call = {
          params: parse(endpoint.params, context.req.param()),
          query: parse(endpoint.query, context.req.query()),
          body: endpoint.body ? parse(endpoint.body, await readJson(context)) : undefined,
          identity,
          context,
          ip: context.get('ip'),
          log: context.get('log'),
        }
        const result = await handler(call as Call<typeof endpoint>)
        context.header('cache-control', 'no-store')
        if (!endpoint.response) return context.body(null, 204)
        if (checkResponses) endpoint.response.parse(result)
        return context.json(result as object)
      })
    },
  }
}
