import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { draftKey } from '../../../../web/forms/unsaved-draft.ts'
import { useDraftedForm } from '../../../../web/forms/use-drafted-form.ts'
import type { Attachment } from '../../../attachments/contract.ts'
import { AttachmentsSection } from '../../../attachments/web/attachments-section.tsx'
import type { DocumentStyle } from '../../../business/contract.ts'
import { ChargeSection } from '../../../invoices/web/charge/charge-section.tsx'
import { ClientFields } from '../../../invoices/web/form/client-fields.tsx'
import { CompanyFields } from '../../../invoices/web/form/company-fields.tsx'
import { FormFrame } from '../../../invoices/web/form/form-frame.tsx'
import { NotesSection } from '../../../invoices/web/form/notes-section.tsx'
import { LateFeeSection } from '../../../invoices/web/late-fees/late-fee-section.tsx'
import type { Estimate } from '../../contract.ts'
import { EstimateDatesFields } from './estimate-dates-fields.tsx'
import {
  type EstimateFormValues,
  estimateDraftSchema,
  estimateFormResolver,
  previewEstimate,
} from './estimate-form-values.ts'
import { EstimateSendingFields } from './estimate-sending-fields.tsx'
import { useSaveEstimate } from './use-save-estimate.ts'

interface EstimateFormProps {
  draftOwner: string
  /** Null for a new estimate. */
  estimate: Estimate | null
  initial: EstimateFormValues
  /** The client that a new estimate was started for. Each has its own draft. */
  startedFor?: string | undefined
  hasClients: boolean
  today: string
  timeZone: string
  /** The number format of the business. */
  locale: string
  style: DocumentStyle | undefined
}

const submitLabels = {
  create: { label: 'Create Estimate', busyLabel: 'Creating...' },
  change: { label: 'Save Changes', busyLabel: 'Saving...' },
}

export function EstimateForm(props: EstimateFormProps) {
  const { draftOwner, estimate, initial, startedFor, hasClients, today, timeZone, locale, style } = props
  const handle = useDraftedForm({
    draftKey: draftKey(
      'estimate',
      draftOwner,
      estimate?.id ?? (startedFor === undefined ? null : `new:${startedFor}`),
    ),
    draftSchema: estimateDraftSchema,
    resolver: estimateFormResolver,
    initial,
    version: estimate?.version ?? null,
  })
  const [files, setFiles] = useState<readonly Attachment[]>([])
  const attachments = files.map(({ id }) => id)
  const saving = useSaveEstimate(estimate?.id ?? null, handle, attachments)
  const number = estimate?.number ?? null
  const facts = { number, today, locale, style: estimate?.document.style ?? style }
  return (
    <FormFrame
      {...saving}
      handle={handle}
      label={estimate ? `Estimate ${estimate.number}` : 'New estimate'}
      what="estimate"
      submit={estimate ? submitLabels.change : submitLabels.create}
      cancel={
        estimate ? (
          <Link to="/estimates/$id" params={{ id: estimate.id }}>
            Cancel
          </Link>
        ) : (
          <Link to="/estimates">Cancel</Link>
        )
      }
      draw={(values) => previewEstimate(values, facts)}
    >
      <CompanyFields />
      <ClientFields hasClients={hasClients} />
      <ChargeSection />
      <EstimateDatesFields today={today} />
      <LateFeeSection />
      <NotesSection hint="Appears at the bottom of the estimate and of its invoices." />
      {!estimate && (
        <AttachmentsSection
          description="PDFs or pictures of up to 10 MB each. Your client finds them on the estimate’s page and, up to 5 MB, in the email. Invoices made from the estimate have them, too."
          files={files}
          onChange={setFiles}
        />
      )}
      <EstimateSendingFields estimate={estimate} timeZone={timeZone} />
    </FormFrame>
  )
}
