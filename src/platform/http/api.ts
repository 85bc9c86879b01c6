import { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Logger } from 'pino'
import { businessParameter } from '../../shared/business-header.ts'
import type { Currency } from '../../shared/currencies.ts'
import type {
  Access,
  BodyOf,
  Endpoint,
  FileAnswer,
  ParamsOf,
  QueryOf,
  ResponseOf,
} from '../../shared/endpoint.ts'
import { AppError } from '../../shared/errors.ts'
import { type Permission, type Role, isPermitted } from '../../shared/roles.ts'
import { actAs } from '../db/acting-user.ts'
import type { HttpEnv } from './http-env.ts'
import { describeEndpoint } from './openapi.ts'
import { parseInput, parseParams, readJson } from './parse-request.ts'

export interface Identity {
  userId: string
  sessionId: string
  name: string
  email: string
  emailVerified: boolean
  role: 'user' | 'admin'
  mustChangePassword: boolean
  /** Whether the user confirmed their identity in this session within the last minutes. */
  isConfirmed: boolean
  /** The business that this request is about, and what the user may do in it. */
  businessId: string
  memberRole: Role
  business: {
    name: string
    timeZone: string
    /** The home currency. */
    currency: Currency
    /** The number format. */
    locale: string
    deleteAfter: string | null
  }
  /** Who owns the business. Documents name them where it has no name or address of its own. */
  owner: { name: string; email: string }
}

export interface Call<E extends Endpoint> {
  body: BodyOf<E>
  query: QueryOf<E>
  params: ParamsOf<E>
  file: E['takesFile'] extends true ? Buffer : undefined
  identity: E['access'] extends 'public' ? null : Identity
  /** For cookies and headers. The response body is what the handler returns. */
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
  /** Whether every response is checked against its schema, as in tests. */
  checkResponses: boolean
}

export interface Api {
  readonly endpoints: readonly Endpoint[]
  register<E extends Endpoint>(endpoint: E, handler: Handler<E>): void
}

const defaultBodyLimit = 64 * 1024

function assertAllowed(identity: Identity | null, access: Access, endpoint: Endpoint): void {
  if (!identity) throw new AppError('NOT_SIGNED_IN', 'Please sign in to continue.')
  if (identity.mustChangePassword && !endpoint.beforePasswordChange) {
    throw new AppError('PASSWORD_CHANGE_REQUIRED', 'Please replace the initial password first.')
  }
  if (access === 'admin' && identity.role !== 'admin') {
    throw new AppError('FORBIDDEN', "You don't have administrative permissions.")
  }
  if (typeof access === 'object') assertPermitted(identity, access.permission)
  if (endpoint.confirm) assertConfirmed(identity)
}

/** For what depends on the rows that a request names. What an endpoint always needs stands in its contract. */
export function assertPermitted({ memberRole, business }: Identity, permission: Permission): void {
  if (!isPermitted(memberRole, permission)) {
    throw new AppError('FORBIDDEN', `Your role in ${business.name} does not allow this.`)
  }
}

/** A stolen session must not be enough to redirect money or mail, or to take all data. */
export function assertConfirmed({ isConfirmed }: Identity): void {
  if (!isConfirmed) throw new AppError('CONFIRMATION_NEEDED', 'Please confirm that it’s you.')
}

// The file may come from a user. A browser that opens it must not run or load anything.
const filePolicy = "default-src 'none'; sandbox"

async function sendFile(
  context: Context,
  { bytes, contentType, headers = {} }: FileAnswer,
): Promise<Response> {
  const isStream = bytes instanceof ReadableStream
  // The response to HEAD has no body, so the stream would be neither read nor canceled.
  if (isStream && context.req.method === 'HEAD') await bytes.cancel()
  return context.body(bytes, 200, {
    'content-security-policy': filePolicy,
    'cache-control': 'no-store',
    // Set explicitly. Otherwise a stream that fails at once would be sent as a complete file.
    ...(isStream ? { 'transfer-encoding': 'chunked' } : {}),
    ...headers,
    'content-type': contentType,
  })
}

/** Without the business, which every address may name: a link cannot send a header. */
function queryOf(context: Context): Record<string, string> {
  const { [businessParameter]: _, ...query } = context.req.query()
  return query
}

/** Serves the endpoints. For each request it checks access, then the input, and then sends the response. */
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
          throw new AppError(
            'BODY_TOO_LARGE',
            endpoint.tooLarge ?? 'The request is larger than this address accepts.',
          )
        },
      })
      const path = endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1')
      // The body of a GET is never read. Even checking whether there is one costs a tenth of a small request.
      const guards = endpoint.method === 'get' ? [] : [limit]
      app.on([endpoint.method.toUpperCase()], [path], ...guards, async (context: Context<HttpEnv>) => {
        const identity = endpoint.access === 'public' ? null : await identify(context)
        if (endpoint.access !== 'public') assertAllowed(identity, endpoint.access, endpoint)
        const call = {
          params: parseParams(endpoint.params, context.req.param()),
          query: parseInput(endpoint.query, queryOf(context)),
          body: endpoint.body ? parseInput(endpoint.body, await readJson(context)) : undefined,
          file: endpoint.takesFile ? Buffer.from(await context.req.arrayBuffer()) : undefined,
          identity,
          context,
          ip: context.get('ip'),
          log: context.get('log'),
        }
        const work = () => handler(call as Call<typeof endpoint>)
        const result = await (identity ? actAs(identity.userId, work) : work())
        if (endpoint.givesFile) return sendFile(context, result as FileAnswer)
        context.header('cache-control', 'no-store')
        if (!endpoint.response) return context.body(null, 204)
        if (checkResponses) endpoint.response.parse(result)
        return context.json(result as object)
      })
    },
  }
}
