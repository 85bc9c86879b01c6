import type { EstimateStanding } from '../../invoices/web/estimate-status-badge.tsx'
import type { EstimateStatus } from '../contract.ts'

interface Facts {
  status: EstimateStatus
  sentAt: string | null
  viewedAt: string | null
  hasInvoices: boolean
  leftMinor: number
}

/** An open estimate that the client has neither received nor seen is a draft. Invoices come before everything else. */
export function estimateStanding({
  status,
  sentAt,
  viewedAt,
  hasInvoices,
  leftMinor,
}: Facts): EstimateStanding {
  if (hasInvoices) return leftMinor > 0 ? 'part-invoiced' : 'invoiced'
  return status === 'open' && sentAt === null && viewedAt === null ? 'draft' : status
}
