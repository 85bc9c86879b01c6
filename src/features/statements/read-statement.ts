import type { Transaction } from '../../platform/db/transaction.ts'
import { fieldError } from '../../shared/errors.ts'
import type { Plan } from '../billing/rules.ts'
import type { DocumentStyle } from '../business/contract.ts'
import { fileUrl } from '../business/rules.ts'
import { clientNotFound } from '../clients/client-rows.ts'
import { styleInPlan } from '../invoices/document/style-rules.ts'
import type { StatementDocument } from './contract.ts'
import { readLedger } from './read-ledger.ts'
import { maxRows } from './rules.ts'
import { makeStatement } from './statement-rules.ts'

export interface StatementChoice {
  businessId: string
  clientId: string
  currency: string
  /** The first day; null for everything. */
  from: string | null
  to: string
}

type Parties = Pick<StatementDocument, 'company' | 'client' | 'locale'> & {
  style: DocumentStyle
  plan: Plan
  logo: { id: string; width: number; height: number } | null
}

// A client that was merged leads to the one that it became. Without an address of the business, its newest invoice says
// where the client can write to.
const parties = `
  select json_build_object('name', b.name, 'phone', b.phone, 'address', b.address, 'contactName', b.contact_name,
      'country', b.country, 'taxId', b.tax_id,
      'email', coalesce(nullif(b.email, ''), (select i.company_email from invoices i
        where i.business_id = $1 and i.client_id = c.id order by i.issue_date desc, i.id desc limit 1), '')) as company,
    json_build_object('name', c.company_name, 'email', c.email, 'phone', c.phone, 'address', c.address,
      'contactName', c.contact_name, 'country', c.country, 'taxId', c.tax_id) as client,
    json_build_object('look', b.document_look, 'accentColour', b.accent_colour, 'logoPosition', b.logo_position) as style,
    b.plan, b.locale,
    (select json_build_object('id', f.id, 'width', f.width, 'height', f.height) from files f
      where f.business_id = $1 and f.id = b.logo_id) as logo,
    c.id as "clientId"
  from clients named
  join clients c on c.business_id = $1 and c.id = coalesce(named.merged_into, named.id)
  join businesses b on b.id = $1
  where named.business_id = $1 and named.id = $2`

/** The statement of account of a client in one currency. The caller has checked that it may be shown. */
export async function readStatement(
  tx: Transaction,
  { businessId, clientId, currency, from, to }: StatementChoice,
): Promise<StatementDocument> {
  const { rows } = await tx.client.query<Parties & { clientId: string }>({
    name: 'statement-parties',
    text: parties,
    values: [businessId, clientId],
  })
  const [found] = rows
  if (!found) throw clientNotFound()
  const { company, client, style, plan, logo, locale, clientId: id } = found
  const ledger = await readLedger(tx, { businessId, clientId: id, currency, from })
  const figures = makeStatement(ledger, { from, to })
  if (figures.rows.length > maxRows) {
    throw fieldError(
      'from',
      `This period has more than ${maxRows.toLocaleString('en-US')} entries. Please choose a shorter one.`,
    )
  }
  return {
    company,
    client,
    logo: logo && { ...logo, url: fileUrl(logo.id) },
    style: styleInPlan(plan, style),
    currency,
    locale,
    ...figures,
  }
}
