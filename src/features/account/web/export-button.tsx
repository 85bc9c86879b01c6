import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { download, messageOf } from '../../../web/api-client.ts'
import { Button } from '../../../web/ui/button.tsx'
import { showToast } from '../../../web/ui/toast.ts'
import { exportData } from '../contract.ts'
import { exportFileName } from '../rules.ts'
import { saveFile } from './save-file.ts'

interface ExportButtonProps {
  business: { name: string; timeZone: string }
}

export function ExportButton({ business }: ExportButtonProps) {
  const exporting = useMutation({
    mutationFn: async () => {
      const archive = await download(exportData)
      const name = exportFileName(business, new Date())
      saveFile(archive, name)
      return name
    },
    onSuccess: (name) =>
      showToast({ title: 'Data Exported', description: `It was saved as ${name}.`, tone: 'success' }),
    onError: (error) =>
      showToast({
        title: 'Export Failed',
        description: messageOf(error, 'Your data could not be exported. Please try again.'),
        tone: 'error',
      }),
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
