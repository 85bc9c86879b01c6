import { call } from '../../../../web/api-client.ts'
import { nullIfNotFound } from '../../../../web/null-if-not-found.ts'
import {
  DeleteDocumentDialog,
  type DeleteDialogProps,
} from '../../../invoices/web/actions/delete-document-dialog.tsx'
import { deleteEstimate } from '../../contract.ts'
import { estimateQuery, refreshEstimates } from '../estimate-api.ts'

interface DeleteEstimateDialogProps extends DeleteDialogProps {
  estimate: { id: string; number: string; clientEmail: string }
}

export function DeleteEstimateDialog({ estimate, ...props }: DeleteEstimateDialogProps) {
  const { id } = estimate
  return (
    <DeleteDocumentDialog
      {...props}
      what="estimate"
      document={estimate}
      link="link"
      // An estimate that is already deleted counts as success.
      remove={() => call(deleteEstimate, { params: { id } }).catch(nullIfNotFound)}
      // Invoices were made from it.
      refusals={['ESTIMATE_INVOICED']}
      forget={(client) => client.removeQueries(estimateQuery(id))}
      refresh={refreshEstimates}
    />
  )
}
