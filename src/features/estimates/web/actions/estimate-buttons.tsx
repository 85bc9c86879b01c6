import { type ButtonLook, EmailButton, LinkButton } from '../../../invoices/web/actions/document-buttons.tsx'
import { useEmailEstimate } from './use-email-estimate.ts'

interface EmailEstimateButtonProps extends ButtonLook {
  estimateId: string
  label?: string
}

export function EmailEstimateButton({ estimateId, ...look }: EmailEstimateButtonProps) {
  return <EmailButton {...look} mailing={useEmailEstimate(estimateId)} />
}

export function CopyLinkButton(props: ButtonLook & { publicUrl: string }) {
  return (
    <LinkButton
      {...props}
      label="Copy Link"
      copied="The link to the estimate was copied."
      dialogTitle="Link to the estimate"
    />
  )
}
