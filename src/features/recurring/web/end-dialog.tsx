import { call } from '../../../web/api-client.ts'
import { type EndForGoodProps, EndForGoodDialog } from '../../schedules/web/end-for-good-dialog.tsx'
import { deleteSeries } from '../contract.ts'
import { refreshSeries, seriesQuery } from './series-api.ts'

interface EndDialogProps extends EndForGoodProps {
  series: { id: string; clientName: string; made: number }
}

export function EndDialog({ series: { id, clientName, made }, ...props }: EndDialogProps) {
  return (
    <EndForGoodDialog
      {...props}
      description={`No more invoices are made for ${clientName}. ${keptText(made)} This cannot be undone.`}
      done={{ title: 'Recurring Invoice Ended', description: `No more are made for ${clientName}.` }}
      end={() => call(deleteSeries, { params: { id } })}
      queryKey={seriesQuery(id).queryKey}
      refresh={refreshSeries}
    />
  )
}

function keptText(made: number): string {
  if (made === 0) return 'None was made so far.'
  return made === 1 ? 'The invoice that was made stays.' : `The ${made} invoices that were made stay.`
}
