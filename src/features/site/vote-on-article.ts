import { asc, desc, inArray, sql } from 'drizzle-orm'
import type { Database } from '../../platform/db/connect.ts'
import { helpVotes } from '../../platform/db/tables/installation/site.ts'
import { withPlatform } from '../../platform/db/transaction.ts'
import { type Limit, withinLimits } from '../../platform/limits/limit.ts'
import { networkOf } from '../../platform/limits/network-of.ts'
import type { ResponseOf } from '../../shared/endpoint.ts'
import type { listHelpVotes } from './contract.ts'
import { type HelpSlug, helpSlugs } from './help-rules.ts'

const hour = 3600
const day = 24 * hour

/** Two votes a day per article and network: people share networks and change their mind. */
function voteLimits(ip: string, article: HelpSlug): Limit[] {
  const network = networkOf(ip)
  return [
    {
      key: `help-vote:ip:${network}`,
      max: 20,
      windowSeconds: hour,
      refusal: 'You’ve rated many articles within an hour.',
    },
    {
      key: `help-vote:article:${article}:${network}`,
      max: 2,
      windowSeconds: day,
      refusal: 'You’ve already rated this article.',
    },
  ]
}

interface Vote {
  article: HelpSlug
  helpful: boolean
}

/** Increments the count in the database, so that concurrent votes all count. */
export async function voteOnArticle(
  database: Database,
  { article, helpful }: Vote,
  ip: string,
): Promise<void> {
  await withinLimits(database, voteLimits(ip, article), () =>
    withPlatform(database, async ({ db }) => {
      await db
        .insert(helpVotes)
        .values({ article, ...(helpful ? { helpful: 1 } : { notHelpful: 1 }) })
        .onConflictDoUpdate({
          target: helpVotes.article,
          set: helpful
            ? { helpful: sql`${helpVotes.helpful} + 1` }
            : { notHelpful: sql`${helpVotes.notHelpful} + 1` },
        })
    }),
  )
}

/** Without paging, because there is one row per article, and without deleted articles. */
export async function listVotes(database: Database): Promise<ResponseOf<typeof listHelpVotes>> {
  const rows = await withPlatform(database, ({ db }) =>
    db
      .select()
      .from(helpVotes)
      .where(inArray(helpVotes.article, helpSlugs))
      .orderBy(desc(helpVotes.notHelpful), asc(helpVotes.helpful), asc(helpVotes.article)),
  )
  return { articles: rows.map((row) => ({ ...row, article: row.article as HelpSlug })) }
}
