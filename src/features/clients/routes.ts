import type { Deps } from '../../platform/deps.ts'
import type { Api } from '../../platform/http/api.ts'
import { archiveClient, createClient, deleteClient, saveClientNotes, updateClient } from './client-changes.ts'
import * as contract from './contract.ts'
import { exportClients } from './export-clients.ts'
import { getClient } from './get-client.ts'
import { listClientsWithSums } from './list-clients-with-sums.ts'
import { mergeClients, previewMerge } from './merge-clients.ts'
import { findClientByEmail, listClients } from './queries.ts'

export function registerClientRoutes(api: Api, deps: Deps<'database' | 'now'>): void {
  const { database } = deps
  api.register(contract.listClients, async ({ identity, query }) => ({
    clients: await listClients(database, identity.businessId, query.search),
  }))
  // Registered before the routes of a single client, which would read `list` as an id.
  api.register(contract.exportClients, ({ identity, query, log }) =>
    exportClients({ ...deps, log }, identity, query),
  )
  api.register(contract.listClientsWithSums, ({ identity, query }) =>
    listClientsWithSums(deps, identity, query),
  )
  api.register(contract.findClientByEmail, async ({ identity, query }) => ({
    client: await findClientByEmail(database, identity.businessId, query.email),
  }))
  api.register(contract.createClient, ({ identity, body }) => createClient(deps, identity, body))
  api.register(contract.getClient, ({ identity, params }) => getClient(deps, identity, params.id))
  api.register(contract.updateClient, ({ identity, params, body }) =>
    updateClient(deps, identity, params.id, body),
  )
  api.register(contract.saveClientNotes, ({ identity, params, body }) =>
    saveClientNotes(deps, identity.businessId, params.id, body),
  )
  api.register(contract.archiveClient, ({ identity, params, body }) =>
    archiveClient(deps, identity.businessId, params.id, body),
  )
  api.register(contract.deleteClient, ({ identity, params }) =>
    deleteClient(deps, identity.businessId, params.id),
  )
  api.register(contract.previewMerge, ({ identity, params }) =>
    previewMerge(database, { businessId: identity.businessId, from: params.id, into: params.clientId }),
  )
  api.register(contract.mergeClients, ({ identity, params, body }) =>
    mergeClients(deps, { businessId: identity.businessId, from: params.id, into: body.into }),
  )
}
