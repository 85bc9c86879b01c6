import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { dateIn } from '../../../shared/dates.ts'
import type { Endpoint } from '../../../shared/endpoint.ts'
import { type ListUrlState, filtersOf } from '../../../web/lists/list-url-state.ts'
import { Button } from '../../../web/ui/button.tsx'
import { includesFeature } from '../../billing/rules.ts'
import { ProBadge } from '../../billing/web/pro-badge.tsx'
import { businessQuery } from '../../business/web/business-api.ts'
import { listFileName } from '../rules.ts'
import { FileMenu } from './file-menu.tsx'

interface ExportMenuProps {
  /** Such as invoices: what the list has, and how the file is named. */
  what: string
  endpoint: Pick<Endpoint, 'method' | 'path'>
  urlState: ListUrlState
}

/** Saves all pages of a list, with the filters of its URL, as a file. */
export function ExportMenu({ what, endpoint, urlState }: ExportMenuProps) {
  const { data: business } = useQuery(businessQuery)
  if (!business || !includesFeature(business.plan, 'importAndExport')) {
    return (
      <Button variant="secondary" disabled>
        <Download aria-hidden />
        Export {business && <ProBadge />}
      </Button>
    )
  }
  const { after: _after, before: _before, ...filters } = filtersOf(urlState)
  return (
    <FileMenu
      label="Export"
      heading="All pages of this list, as filtered"
      endpoint={endpoint}
      query={filters}
      fileName={(format) => listFileName(what, dateIn(business.timeZone, new Date()), format)}
      done="List Exported"
      failed={`Your ${what} could not be exported. Please try again.`}
    />
  )
}
