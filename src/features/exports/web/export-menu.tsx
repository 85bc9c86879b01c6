import { useMutation, useQuery } from '@tanstack/react-query'
import { Download, FileSpreadsheet, FileText } from 'lucide-react'
import { dateIn } from '../../../shared/dates.ts'
import type { Endpoint } from '../../../shared/endpoint.ts'
import { download, messageOf } from '../../../web/api-client.ts'
import { saveFile } from '../../../web/files/save-file.ts'
import { type ListUrlState, filtersOf } from '../../../web/lists/list-url-state.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Menu, MenuItem, MenuLabel } from '../../../web/ui/menu.tsx'
import { showError, showSuccess } from '../../../web/ui/toast.ts'
import { includesFeature } from '../../billing/rules.ts'
import { ProBadge } from '../../billing/web/pro-badge.tsx'
import { businessQuery } from '../../business/web/business-api.ts'
import type { ListFormat } from '../contract.ts'
import { listFileName } from '../rules.ts'

interface ExportMenuProps {
  /** Such as invoices: what the list has, and how the file is named. */
  what: string
  endpoint: Pick<Endpoint, 'method' | 'path'>
  urlState: ListUrlState
}

/** Saves all pages of a list, with the filters of its URL, as a file. */
export function ExportMenu({ what, endpoint, urlState }: ExportMenuProps) {
  const { data: business } = useQuery(businessQuery)
  const exporting = useMutation({
    mutationFn: async ({ format, timeZone }: { format: ListFormat; timeZone: string }) => {
      const { after: _after, before: _before, ...filters } = filtersOf(urlState)
      const file = await download(endpoint, { ...filters, format })
      const name = listFileName(what, dateIn(timeZone, new Date()), format)
      saveFile(file, name)
      return name
    },
    onSuccess: (name) => showSuccess('List Exported', `It was saved as ${name}.`),
    onError: (error) =>
      showError('Export Failed', messageOf(error, `Your ${what} could not be exported. Please try again.`)),
  })
  if (!business || !includesFeature(business.plan, 'importAndExport')) {
    return (
      <Button variant="secondary" disabled>
        <Download aria-hidden />
        Export {business && <ProBadge />}
      </Button>
    )
  }
  const { timeZone } = business
  const isBusy = exporting.isPending
  return (
    <Menu
      trigger={
        <Button variant="secondary" busy={isBusy} busyLabel="Exporting...">
          <Download aria-hidden />
          Export
        </Button>
      }
    >
      <MenuLabel>All pages of this list, as filtered</MenuLabel>
      <MenuItem
        icon={FileText}
        disabled={isBusy}
        onSelect={() => exporting.mutate({ format: 'csv', timeZone })}
      >
        CSV
      </MenuItem>
      <MenuItem
        icon={FileSpreadsheet}
        disabled={isBusy}
        onSelect={() => exporting.mutate({ format: 'xlsx', timeZone })}
      >
        Excel (XLSX)
      </MenuItem>
    </Menu>
  )
}
