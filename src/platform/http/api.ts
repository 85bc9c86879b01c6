import { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Logger } from 'pino'
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
import { type Rider, offerRide } from '../db/rider.ts'
import type { HttpEnv } from './http-env.ts'
import { describeEndpoint } from './openapi.ts'
import { parseInput, parseParams, readJson } from './parse-request.ts'

/** Who makes a request. */
export interface Identity {
  userId: string
  sessionId: string
  name: string
  email: string
  emailVerified: boolean
  role: 'user' | 'admin'
  mustChangePassword: boolean
  /** Whether they proved who they are, in this session, within the last minutes. */
  isConfirmed: boolean
  businessId: string
  business: { name: string; timeZone: string; deleteAfter: string | null }
}

/** Who most likely makes a request, and what is still to be asked about it. */
export interface Recalled {
  identity: Identity
  rider: Rider
  /** Whether it is them indeed, as the rider has learnt; asked for now where nothing took it along. */
  isStill(): Promise<boolean>
}

export interface Call<E extends Endpoint> {
  body: BodyOf<E>
  query: QueryOf<E>
  params: ParamsOf<E>
  file: E['takesFile'] extends true ? Buffer : undefined
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
  recall: (context: Context<HttpEnv>) => Promise<Recalled | undefined>
  /** Tests check that every answer fits its schema. */
  checkResponses: boolean
}

interface RegisterOptions {
  /**
   * For what is asked often: it only reads, and first of all rows of the business. It may begin while it is still being
   * asked who it is for, in the same exchange with the database; if it was somebody else, nobody sees what it found.
   */
  isHotRead?: boolean
}

export interface Api {
  readonly endpoints: readonly Endpoint[]
  register<E extends Endpoint>(endpoint: E, handler: Handler<E>, options?: RegisterOptions): void
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
  if (endpoint.confirm) assertConfirmed(identity)
}

/** A stolen session must not be enough for what would hand over money, mail or all data. */
export function assertConfirmed({ isConfirmed }: Identity): void {
  if (!isConfirmed) throw new AppError('CONFIRMATION_NEEDED', 'Please confirm that it is you.')
}

/** The outcome, good or bad, if whoever it was done for is who asks; undefined where that is not known. */
async function workOnGuess(
  { identity, rider, isStill }: Recalled,
  work: (identity: Identity) => Promise<unknown>,
): Promise<{ outcome: Promise<unknown> } | undefined> {
  const outcome = offerRide(rider, () => work(identity))
  await outcome.catch(() => undefined)
  return (await isStill()) ? { outcome } : undefined
}

// A file may come from a user: whatever it holds, a browser that opens it runs nothing and loads nothing.
const filePolicy = "default-src 'none'; sandbox"

async function sendFile(
  context: Context,
  { bytes, contentType, headers = {} }: FileAnswer,
): Promise<Response> {
  const isStream = bytes instanceof ReadableStream
  // An answer to HEAD has no body: nobody would ever read the stream, nor leave it.
  if (isStream && context.req.method === 'HEAD') await bytes.cancel()
  return context.body(bytes, 200, {
    'content-security-policy': filePolicy,
    'cache-control': 'no-store',
    // Said, or a stream that breaks at once would be sent as a file that is whole.
    ...(isStream ? { 'transfer-encoding': 'chunked' } : {}),
    ...headers,
    'content-type': contentType,
  })
}

/** Serves the endpoints: who may call, what may go in, and what comes out, in that order. */
export function createApi({ app, identify, recall, checkResponses }: ApiOptions): Api {
  const endpoints: Endpoint[] = []
  return {
    endpoints,
    register(endpoint, handler, { isHotRead = false } = {}) {
      endpoints.push(endpoint)
      app.openAPIRegistry.registerPath(describeEndpoint(endpoint))
      const limit = bodyLimit({
        maxSize: endpoint.bodyLimit ?? defaultBodyLimit,
        onError: () => {
          throw new AppError(
            'BODY_TOO_LARGE',
            endpoint.tooLarge ?? 'This is larger than what this address takes.',
          )
        },
      })
      const path = endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1')
      // A GET's body is never read. Even to look whether it has one costs a tenth of a small request.
      const guards = endpoint.method === 'get' ? [] : [limit]
      app.on([endpoint.method.toUpperCase()], [path], ...guards, async (context: Context<HttpEnv>) => {
        const work = async (identity: Identity | null): Promise<unknown> => {
          if (endpoint.access !== 'public') assertAllowed(identity, endpoint.access, endpoint)
          const call = {
            params: parseParams(endpoint.params, context.req.param()),
            query: parseInput(endpoint.query, context.req.query()),
            body: endpoint.body ? parseInput(endpoint.body, await readJson(context)) : undefined,
            file: endpoint.takesFile ? Buffer.from(await context.req.arrayBuffer()) : undefined,
            identity,
            context,
            ip: context.get('ip'),
            log: context.get('log'),
          }
          return handler(call as Call<typeof endpoint>)
        }
        const recalled = isHotRead ? await recall(context) : undefined
        const guessed = recalled && (await workOnGuess(recalled, work))
        const result = guessed
          ? await guessed.outcome
          : await work(endpoint.access === 'public' ? null : await identify(context))
        if (endpoint.givesFile) return sendFile(context, result as FileAnswer)
        context.header('cache-control', 'no-store')
        if (!endpoint.response) return context.body(null, 204)
        if (checkResponses) endpoint.response.parse(result)
        return context.json(result as object)
      })
    },
  }
}
