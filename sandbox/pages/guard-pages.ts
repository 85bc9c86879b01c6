import type { Context, Hono, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { type Limit, countUse } from '../../src/platform/limits/limit.ts'
import { networkOf } from '../../src/platform/limits/network-of.ts'
import { AppError } from '../../src/shared/errors.ts'
import type { CardSandbox } from '../cards/card-sandbox.ts'
import { type SandboxKind, renderMessagePage } from './page-shell.ts'

interface GuardedPages {
  /** The first part of the path, before the id, such as checkout or portal. */
  name: string
  /** The format of the ids in the URLs. */
  id: RegExp
  notFound: (context: Context) => Response
  /** The path and how to read the id, if the id is not part of the path. */
  path?: string
  idOf?: (context: Context) => string | undefined
  /** The sandbox of the pages, if it is not the card provider's. */
  kind?: SandboxKind
}

type Sandbox = Pick<CardSandbox, 'database'>

const maxBody = 16 * 1024
const windowSeconds = 600

/** The rules of every hosted page: any visitor may open one, and small, occasional forms are enough. */
export function guardPages(pages: Hono, sandbox: Sandbox, guarded: GuardedPages): void {
  const { name, id, notFound, path = `/${name}/:id/*`, kind } = guarded
  const idOf = guarded.idOf ?? ((context: Context) => context.req.param('id'))
  pages.use(path, async (context, next) => {
    context.header('cache-control', 'no-store')
    context.header('x-robots-tag', 'noindex, nofollow')
    // Checked before any query or rate limit: such an id was never issued.
    if (!id.test(idOf(context) ?? '')) return notFound(context)
    await next()
  })
  pages.use(path, limitPosts(sandbox, { name, idOf, kind }))
  pages.use(
    path,
    bodyLimit({
      maxSize: maxBody,
      onError: (context) => {
        const text = 'The form is larger than this page accepts.'
        return context.html(renderMessagePage('Form too large', text, undefined, 'info', kind), 413)
      },
    }),
  )
}

function limitPosts(
  { database }: Sandbox,
  { name, idOf, kind }: Required<Pick<GuardedPages, 'name' | 'idOf'>> & { kind: SandboxKind | undefined },
): MiddlewareHandler {
  return async (context: Context<{ Variables: { ip?: string } }>, next) => {
    if (context.req.method !== 'POST') return next()
    // Only unknown without a server, as in tests.
    const ip = context.get('ip')
    const byAddress: Limit = { key: `card-sandbox:ip:${networkOf(ip ?? '')}`, max: 240, windowSeconds }
    const bySession: Limit = { key: `card-sandbox:${name}:${idOf(context)}`, max: 60, windowSeconds }
    try {
      // The IP address first: once it is refused, the ids that it makes up are not recorded.
      if (ip !== undefined) await countUse(database, [byAddress])
      await countUse(database, [bySession])
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'TOO_MANY_REQUESTS') throw error
      context.header('retry-after', String(error.retryAfterSeconds ?? windowSeconds))
      const page = renderMessagePage('Too many attempts', error.message, undefined, 'info', kind)
      return context.html(page, 429)
    }
    return next()
  }
}
