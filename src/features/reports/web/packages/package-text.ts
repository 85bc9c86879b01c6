import { dateIn, formatDate } from '../../../../shared/dates.ts'
import { fileSizeText } from '../../../attachments/rules.ts'
import type { ReportPackage } from '../../packages/contract.ts'

const bases = { accrual: 'when invoiced', cash: 'when paid' } as const

/** What a package is, and how far. */
export function packageText(one: ReportPackage, timeZone: string): string {
  const basis = `Income ${bases[one.basis]}`
  switch (one.state) {
    case 'waiting':
      return `${basis} · It starts in a moment`
    case 'running':
      return one.total === 0
        ? `${basis} · Counting your records`
        : `${basis} · ${one.done.toLocaleString('en-US')} of ${one.total.toLocaleString('en-US')} files`
    case 'ready':
      return `${basis} · ${fileSizeText(one.byteCount)} · Made on ${formatDate(dateIn(timeZone, new Date(one.createdAt)))}`
    case 'failed':
      return one.problem ?? 'It failed.'
  }
}
