import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../../../../web/api-client.ts'
import type { DraftedForm } from '../../../../web/forms/use-drafted-form.ts'
import { useSaveForm } from '../../../../web/forms/use-save-form.ts'
import { showSuccess } from '../../../../web/ui/toast.ts'
import { setAttachments } from '../../../attachments/contract.ts'
import { formPath } from '../../../invoices/web/form/content-values.ts'
import { type Estimate, createEstimate, emailEstimate, updateEstimate } from '../../contract.ts'
import { estimateQuery, refreshEstimates } from '../estimate-api.ts'
import {
  type EstimateFormValues,
  estimateValuesOf,
  matchesForm,
  toEstimateInput,
} from './estimate-form-values.ts'

/** Saves a new or changed estimate, and leads to it. `attachments` are the files of a new one. */
export function useSaveEstimate(
  estimateId: string | null,
  handle: DraftedForm<EstimateFormValues>,
  attachments: string[],
) {
  const client = useQueryClient()
  const navigate = useNavigate()

  async function create(values: EstimateFormValues) {
    const { requestId, tried } = handle.startTry()
    let made = await sendCreate(requestId, values, attachments)
    if (!matchesForm(made, values)) {
      // An earlier try may have created it from older values. Or this tab was duplicated, and the other tab created its
      // own estimate with the same request id.
      made = tried
        ? await updateCreated(made, values)
        : await sendCreate(handle.renewRequest(), values, attachments)
    }
    // Files that were added after an earlier try.
    if (tried && attachments.length > 0) {
      await call(setAttachments.estimate, { params: { id: made.id }, body: { attachments } })
    }
    handle.finish()
    await show(made)
    if (values.sendOption === 'email_now') {
      showSuccess('Estimate Created', `It’s on its way to ${made.content.client.email}.`)
    } else {
      showSuccess('Estimate Created', 'It’s saved as a draft. Email it when it’s ready.')
    }
  }

  async function change(id: string, values: EstimateFormValues) {
    const { version } = handle.startTry()
    const saved = await update(id, version ?? 0, values)
    handle.adopt(estimateValuesOf(saved, saved.logo), saved.version)
    await show(saved)
    showSuccess('Estimate Saved', 'Your changes have been saved.')
  }

  async function show(saved: Estimate) {
    client.setQueryData(estimateQuery(saved.id).queryKey, saved)
    void refreshEstimates(client)
    void client.invalidateQueries({ queryKey: ['clients'] })
    // The server fills empty profile fields from the estimate.
    void client.invalidateQueries({ queryKey: ['business'] })
    await navigate({ to: '/estimates/$id', params: { id: saved.id } })
  }

  async function findNewest(id: string) {
    const newest = await client.fetchQuery({ ...estimateQuery(id), staleTime: 0 })
    return { values: estimateValuesOf(newest, newest.logo), version: newest.version }
  }

  return useSaveForm({
    handle,
    words: { ...(estimateId === null ? saveText.create : saveText.change), ...saveText.shared },
    pathOf: formPath,
    send: (values) => (estimateId === null ? create(values) : change(estimateId, values)),
    findNewest: estimateId === null ? null : () => findNewest(estimateId),
    onRefused: ({ code }) => {
      if (code === 'ESTIMATE_DECIDED') void refreshEstimates(client)
    },
  })
}

const saveText = {
  create: { title: 'Error creating estimate', fallback: 'Failed to create the estimate. Please try again.' },
  change: { title: 'Error saving estimate', fallback: 'Failed to save the estimate. Please try again.' },
  shared: {
    signedOut: 'You must be logged in to save estimates. Your entries are still here.',
    conflict:
      'This estimate was changed elsewhere. Your changes are still here. Load the newer version, or save yours.',
  },
}

function sendCreate(requestId: string, values: EstimateFormValues, attachments: string[]): Promise<Estimate> {
  return call(createEstimate, { body: { ...toEstimateInput(values), requestId, attachments } })
}

/** Updates an estimate that an earlier try created, and emails it again if that try emailed it. */
async function updateCreated(created: Estimate, values: EstimateFormValues): Promise<Estimate> {
  const updated = await update(created.id, created.version, values)
  if (created.sentAt !== null && values.sendOption === 'email_now') {
    await call(emailEstimate, { params: { id: created.id } })
  }
  return updated
}

function update(id: string, version: number, values: EstimateFormValues): Promise<Estimate> {
  return call(updateEstimate, { params: { id }, body: { ...toEstimateInput(values), version } })
}
