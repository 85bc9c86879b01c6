import type { Identity } from '../../platform/http/api.ts'
import type { ResponseOf } from '../../shared/endpoint.ts'
import { isPermitted } from '../../shared/roles.ts'
import { listClients } from '../clients/queries.ts'
import { listEstimates } from '../estimates/list-estimates.ts'
import { findExpenses } from '../expenses/find-expenses.ts'
import type { InvoiceDeps } from '../invoices/invoice-deps.ts'
import { listInvoices } from '../invoices/list-invoices.ts'
import type * as contract from './contract.ts'

const maxFound = 5

const estimateLabels = { open: 'Open', accepted: 'Accepted', declined: 'Declined', expired: 'Expired' }
const statusLabels = { pending: 'Pending', paid: 'Paid', overdue: 'Overdue', cancelled: 'Canceled' }

/** Uses the searches of the lists, so that the palette finds what the lists find. */
export async function findDocuments(
  deps: InvoiceDeps,
  identity: Identity,
  text: string,
): Promise<ResponseOf<typeof contract.find>> {
  if (text === '') return { clients: [], invoices: [], estimates: [], expenses: [] }
  const { businessId, business, memberRole } = identity
  const [clients, { invoices }, { estimates }, expenses] = await Promise.all([
    listClients(deps.database, businessId, text),
    listInvoices(deps, identity, { status: 'all', search: text }),
    listEstimates(deps, identity, { status: 'all', search: text }),
    isPermitted(memberRole, 'money.read')
      ? findExpenses(deps.database, businessId, { text, locale: business.locale, max: maxFound })
      : [],
  ])
  return {
    clients: clients.slice(0, maxFound).map(({ id, companyName, contactName, email }) => ({
      id,
      title: companyName,
      detail: contactName || email,
    })),
    invoices: invoices
      .slice(0, maxFound)
      .map(({ id, number, clientName, status, issueDate, currency, totalMinor }) => ({
        id,
        title: number,
        detail: `${clientName} · ${statusLabels[status]}`,
        date: issueDate,
        currency,
        amountMinor: totalMinor,
      })),
    estimates: estimates
      .slice(0, maxFound)
      .map(({ id, number, clientName, status, issueDate, currency, totalMinor }) => ({
        id,
        title: number,
        detail: `${clientName} · ${estimateLabels[status]}`,
        date: issueDate,
        currency,
        amountMinor: totalMinor,
      })),
    expenses,
  }
}
