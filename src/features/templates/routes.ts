import type { Database } from '../../platform/db/connect.ts'
import type { Api } from '../../platform/http/api.ts'
import * as contract from './contract.ts'
import { getDocumentStyle, saveDocumentStyle } from './document-style.ts'
import { getTemplate, listTemplates } from './read-templates.ts'
import { createTemplate, deleteTemplate, updateTemplate } from './template-changes.ts'

export function registerTemplateRoutes(api: Api, database: Database): void {
  // Registered before the routes with {id} at this position of the path.
  api.register(contract.getDocumentStyle, ({ identity }) => getDocumentStyle(database, identity.businessId))
  api.register(contract.saveDocumentStyle, ({ body, identity }) =>
    saveDocumentStyle(database, identity.businessId, body),
  )
  api.register(contract.listTemplates, async ({ identity }) => ({
    templates: await listTemplates(database, identity.businessId),
  }))
  api.register(contract.getTemplate, ({ params, identity }) =>
    getTemplate(database, identity.businessId, params.id),
  )
  api.register(contract.createTemplate, ({ body, identity }) => createTemplate(database, identity, body))
  api.register(contract.updateTemplate, ({ params, body, identity, log }) =>
    updateTemplate(database, identity, { id: params.id, body, log }),
  )
  api.register(contract.deleteTemplate, ({ params, identity, log }) =>
    deleteTemplate(database, identity.businessId, { id: params.id, log }),
  )
}
