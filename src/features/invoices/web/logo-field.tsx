import { useQueryClient } from '@tanstack/react-query'
import { ImagePlus, ImageOff, Upload } from 'lucide-react'
import { type ClipboardEvent, type DragEvent, useRef, useState } from 'react'
import { useController } from 'react-hook-form'

import { call } from '../../../web/api-client.ts'
import { Button } from '../../../web/ui/button.tsx'
import { classNames } from '../../../web/ui/class-names.ts'
import { FieldGroup } from '../../../web/ui/field-group.tsx'
import { Field } from '../../../web/ui/field.tsx'
import { showToast } from '../../../web/ui/toast.ts'
import { uploadLogo } from '../../business/contract.ts'
import type { InvoiceFormValues } from './invoice-form-values.ts'
import { logoFileProblem, logoTypes, logoUploadProblem } from './logo-file.ts'

/** The logo on this invoice: upload with a preview, or take it off. Lives inside the form's FormProvider. */
export function LogoField() {
  const { field, fieldState } = useController<InvoiceFormValues, 'logo'>({ name: 'logo' })
  const client = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [busy, setBusy] = useState(false)
  const [isOver, setIsOver] = useState(false)
  const logo = field.value

  async function upload(file: File) {
    if (busy) return
    const problem = logoFileProblem(file)
    if (problem) {
      showToast({ ...problem, tone: 'error' })
      return
    }
    setBusy(true)
    try {
      field.onChange(await call(uploadLogo, { file }))
      await client.invalidateQueries({ queryKey: ['business'] })
    } catch (error) {
      showToast({ ...logoUploadProblem(error), tone: 'error' })
    } finally {
      setBusy(false)
    }
  }

  function take(event: DragEvent | ClipboardEvent, data: DataTransfer | null) {
    const [file] = data?.files ?? []
    if (!file) return
    event.preventDefault()
    void upload(file)
  }

  return (
    <Field
      group
      label="Logo"
      hint="JPG, PNG, GIF or WEBP, at most 2 MB; recommended 300x300 px."
      error={fieldState.error?.message}
    >
      <FieldGroup className="min-w-0">
        {/* Can hold the focus, so that a picture can be pasted after a click. */}
        <div
          tabIndex={-1}
          onDragOver={(event) => {
            event.preventDefault()
            setIsOver(true)
          }}
          onDragLeave={() => setIsOver(false)}
          onDrop={(event) => {
            setIsOver(false)
            take(event, event.dataTransfer)
          }}
          onPaste={(event) => take(event, event.clipboardData)}
          className={classNames(
            'flex flex-wrap items-center gap-4 rounded-lg border border-dashed border-border-strong/60 p-3 transition-colors',
            isOver && 'border-accent! bg-accent-soft',
          )}
        >
          {/* White below a picture: a dark one without a background of its own would vanish on a dark page. */}
          <div
            className={classNames(
              'flex size-20 shrink-0 items-center justify-center overflow-hidden rounded-md border border-border',
              logo ? 'bg-[#fff]' : 'bg-surface-sunken text-muted',
            )}
          >
            {logo ? (
              <img src={logo.url} alt="Your logo" className="max-h-full max-w-full object-contain" />
            ) : (
              <ImagePlus aria-hidden className="size-6" />
            )}
          </div>
          <div className="flex min-w-40 flex-1 flex-col items-start gap-2">
            <input
              ref={input}
              type="file"
              hidden
              aria-label="Logo file"
              accept={logoTypes.join(',')}
              onChange={(event) => {
                const [file] = event.target.files ?? []
                // Emptied, so that the same file can be chosen again once it is mended.
                event.target.value = ''
                if (file) void upload(file)
              }}
            />
            <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
              <Button
                ref={button}
                variant="secondary"
                busy={busy}
                busyLabel="Uploading..."
                onClick={() => input.current?.click()}
              >
                <Upload aria-hidden />
                Upload logo
              </Button>
              <span className="text-sm text-muted touch:hidden">or drop it here</span>
            </div>
            {logo && (
              <Button
                variant="ghost"
                size="sm"
                disabled={busy}
                onClick={() => {
                  field.onChange(null)
                  button.current?.focus()
                }}
              >
                <ImageOff aria-hidden />
                Remove from this invoice
              </Button>
            )}
          </div>
        </div>
      </FieldGroup>
    </Field>
  )
}
