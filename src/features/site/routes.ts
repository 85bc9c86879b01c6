import type { Database } from '../../platform/db/connect.ts'
import type { Api } from '../../platform/http/api.ts'
import * as contract from './contract.ts'
import { listVotes, voteOnArticle } from './vote-on-article.ts'

export function registerSiteRoutes(api: Api, database: Database): void {
  api.register(contract.voteOnArticle, ({ params, body, ip }) =>
    voteOnArticle(database, { ...params, ...body }, ip),
  )
  api.register(contract.listHelpVotes, () => listVotes(database))
}
