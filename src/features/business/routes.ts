import type { Database } from '../../platform/db/connect.ts'
import { findBusinessOf } from '../../platform/db/find-business-of.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import type { Api } from '../../platform/http/api.ts'
import { AppError } from '../../shared/errors.ts'
import * as contract from './contract.ts'
import { removeLogo, uploadLogo } from './logos.ts'
import { findFile, getOwnBusiness, getOwnProfile } from './queries.ts'
import { saveLateFeeTerms } from './save-late-fee-terms.ts'
import { updateProfile } from './update-profile.ts'

export function registerBusinessRoutes(api: Api, database: Database): void {
  api.register(contract.getBusiness, ({ identity }) =>
    withTenant(database, identity.businessId, (tx) => getOwnBusiness(tx, identity.owner)),
  )

  api.register(contract.getProfile, ({ identity }) =>
    withTenant(database, identity.businessId, (tx) => getOwnProfile(tx, identity)),
  )

  api.register(contract.updateProfile, ({ body, identity }) => updateProfile(database, identity, body))

  api.register(contract.saveLateFeeTerms, ({ body, identity }) =>
    saveLateFeeTerms(database, identity, body.lateFeeTerms),
  )

  api.register(contract.removeLogo, ({ identity, log }) => removeLogo(database, identity.businessId, log))

  api.register(contract.uploadLogo, ({ file, identity, log }) => uploadLogo(database, identity, file, log))

  api.register(contract.getFile, async ({ params }) => {
    const businessId = await findBusinessOf(database, 'files', params.id)
    const file = businessId && (await withTenant(database, businessId, (tx) => findFile(tx, params.id)))
    if (!file) throw new AppError('NOT_FOUND', 'There is nothing at this address.')
    return {
      bytes: new Uint8Array(file.bytes),
      contentType: file.contentType,
      headers: { 'cache-control': 'public, max-age=3600', 'content-disposition': 'inline' },
    }
  })
}
