import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../../../web/api-client.ts'
import type { DraftedForm } from '../../../web/forms/use-drafted-form.ts'
import { useSaveForm } from '../../../web/forms/use-save-form.ts'
import { showSuccess } from '../../../web/ui/toast.ts'
import { formPath } from '../../invoices/web/form/content-values.ts'
import { logoQuery } from '../../invoices/web/logo-api.ts'
import { type Template, createTemplate, updateTemplate } from '../contract.ts'
import { refreshTemplates, templateQuery } from './template-api.ts'
import { type TemplateFormValues, templateValuesOf, toTemplateInput } from './template-form-values.ts'

/** Templates have no version number, so the time of the last change is used. */
export const versionOf = ({ updatedAt }: Template) => Date.parse(updatedAt)

export function useSaveTemplate(id: string | null, handle: DraftedForm<TemplateFormValues>) {
  const client = useQueryClient()
  const navigate = useNavigate()

  async function send(values: TemplateFormValues) {
    const { version } = handle.startTry()
    const input = toTemplateInput(values)
    const updatedAt = new Date(version ?? 0).toISOString()
    const saved = await (id === null
      ? call(createTemplate, { body: input })
      : call(updateTemplate, { params: { id }, body: { ...input, updatedAt } }))
    handle.finish()
    client.setQueryData(logoQuery(saved.content.logoId).queryKey, values.logo)
    client.setQueryData(templateQuery(saved.id).queryKey, saved)
    void refreshTemplates(client)
    showSuccess('Template Saved', `“${saved.name}” is ready to use.`)
    await navigate({ to: '/invoices/templates' })
  }

  async function findNewest(templateId: string) {
    const newest = await client.fetchQuery({ ...templateQuery(templateId), staleTime: 0 })
    const logo = await client.fetchQuery(logoQuery(newest.content.logoId))
    return { values: templateValuesOf(newest, logo), version: versionOf(newest) }
  }

  return useSaveForm({
    handle,
    words: saveText,
    pathOf: formPath,
    send,
    findNewest: id === null ? null : () => findNewest(id),
  })
}

const saveText = {
  title: 'Error saving template',
  fallback: 'Failed to save the template. Please try again.',
  signedOut: 'You must be logged in to save templates. Your entries are still here.',
  conflict:
    'This template was changed elsewhere. Your changes are still here. Load the newer version, or save yours.',
}
