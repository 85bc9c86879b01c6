import type { Database } from '../../platform/db/connect.ts'
import type { Api } from '../../platform/http/api.ts'
import * as contract from './contract.ts'
import { listClients } from './queries.ts'

export function registerClientRoutes(api: Api, database: Database): void {
  api.register(contract.listClients, async ({ identity, query }) => ({
    clients: await listClients(database, identity.businessId, query.search),
  }))
}
