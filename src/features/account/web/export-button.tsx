import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { download, messageOf } from '../../../web/api-client.ts'
import { saveFile } from '../../../web/files/save-file.ts'
import { Button } from '../../../web/ui/button.tsx'
import { showError, showSuccess } from '../../../web/ui/toast.ts'
import { exportData } from '../contract.ts'
import { exportFileName } from '../rules.ts'

export function ExportButton({ business }: { business: { name: string; timeZone: string } }) {
  const exporting = useMutation({
    mutationFn: async () => {
      const archive = await download(exportData)
      const name = exportFileName(business, new Date())
      saveFile(archive, name)
      return name
    },
    onSuccess: (name) => showSuccess('Data Exported', `It was saved as ${name}.`),
    onError: (error) =>
      showError('Export Failed', messageOf(error, 'Your data could not be exported. Please try again.')),
  })
  return (
    <Button
      variant="secondary"
      busy={exporting.isPending}
      busyLabel="Exporting..."
      onClick={() => exporting.mutate()}
    >
      <Download aria-hidden />
      Export data
    </Button>
  )
}
