import { useMutation } from '@tanstack/react-query'
import { Download, FileSpreadsheet, FileText } from 'lucide-react'
import type { Endpoint } from '../../../shared/endpoint.ts'
import { download, messageOf } from '../../../web/api-client.ts'
import { saveFile } from '../../../web/files/save-file.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Menu, MenuItem, MenuLabel } from '../../../web/ui/menu.tsx'
import { showError, showSuccess } from '../../../web/ui/toast.ts'
import type { ListFormat } from '../contract.ts'

interface FileMenuProps {
  label: string
  /** What the files have in them. */
  heading: string
  endpoint: Pick<Endpoint, 'method' | 'path'>
  query: Record<string, string | undefined>
  fileName: (format: ListFormat) => string
  /** The title of the message once the file is saved. */
  done: string
  /** What is said about a failure that the server does not explain. */
  failed: string
}

/** Saves rows as a spreadsheet in the format that the user chooses. */
export function FileMenu({ label, heading, endpoint, query, fileName, done, failed }: FileMenuProps) {
  const saving = useMutation({
    mutationFn: async (format: ListFormat) => {
      const name = fileName(format)
      saveFile(await download(endpoint, { ...query, format }), name)
      return name
    },
    onSuccess: (name) => showSuccess(done, `It was saved as ${name}.`),
    onError: (error) => showError('Export Failed', messageOf(error, failed)),
  })
  const isBusy = saving.isPending
  return (
    <Menu
      trigger={
        <Button type="button" variant="secondary" busy={isBusy} busyLabel="Exporting...">
          <Download aria-hidden />
          {label}
        </Button>
      }
    >
      <MenuLabel>{heading}</MenuLabel>
      <MenuItem icon={FileText} disabled={isBusy} onSelect={() => saving.mutate('csv')}>
        CSV
      </MenuItem>
      <MenuItem icon={FileSpreadsheet} disabled={isBusy} onSelect={() => saving.mutate('xlsx')}>
        Excel (XLSX)
      </MenuItem>
    </Menu>
  )
}
