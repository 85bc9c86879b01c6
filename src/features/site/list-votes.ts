import { asc, desc, inArray } from 'drizzle-orm'
import type { Database } from '../../platform/db/connect.ts'
import { helpVotes } from '../../platform/db/tables/site.ts'
import { withPlatform } from '../../platform/db/transaction.ts'
import type { ResponseOf } from '../../shared/endpoint.ts'
import type { listHelpVotes } from './contract.ts'
import { type HelpSlug, helpSlugs } from './help-rules.ts'

/**
 * Lists the votes of all articles without paging, because there is only one row per article. Deleted articles
 * are left out.
 */
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
