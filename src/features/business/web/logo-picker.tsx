import { useQueryClient } from '@tanstack/react-query'
import { ImageOff, ImagePlus, Upload } from 'lucide-react'
import { type DragEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { call } from '../../../web/api-client.ts'
import { Button } from '../../../web/ui/button.tsx'
import { classNames } from '../../../web/ui/class-names.ts'
import { FieldGroup } from '../../../web/ui/fields/field-group.tsx'
import { Field } from '../../../web/ui/fields/field.tsx'
import { showToast } from '../../../web/ui/toast.ts'
import { type Logo, uploadLogo } from '../contract.ts'
import { logoFileProblem, logoTypes, logoUploadProblem } from './logo-file.ts'

interface LogoPickerProps {
  logo: Logo | null
  error?: string | undefined
  onUploaded: (logo: Logo) => void
  removeLabel: string
  removing?: boolean
  onRemove: () => void
}

export function LogoPicker({ logo, error, onUploaded, removeLabel, removing, onRemove }: LogoPickerProps) {
  const client = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [busy, setBusy] = useState(false)
  const [isOver, setIsOver] = useState(false)

  async function upload(file: File) {
    if (busy) return
    const problem = logoFileProblem(file)
    if (problem) {
      showToast({ ...problem, tone: 'error' })
      return
    }
    setBusy(true)
    try {
      onUploaded(await call(uploadLogo, { file }))
      await client.invalidateQueries({ queryKey: ['business'] })
    } catch (failure) {
      showToast({ ...logoUploadProblem(failure), tone: 'error' })
    } finally {
      setBusy(false)
    }
  }

  function uploadFrom(event: Event | DragEvent, data: DataTransfer | null) {
    const [file] = data?.files ?? []
    if (!file) return
    event.preventDefault()
    void upload(file)
  }

  const uploadPasted = useEffectEvent((event: ClipboardEvent) => {
    // Fields and dialogs handle pasted content themselves.
    const isElsewhere =
      event.target instanceof Element && event.target.closest('input, textarea, [role$="dialog"]')
    if (!isElsewhere) uploadFrom(event, event.clipboardData)
  })
  useEffect(() => {
    const listen = (event: ClipboardEvent) => uploadPasted(event)
    document.addEventListener('paste', listen)
    return () => document.removeEventListener('paste', listen)
  }, [])

  return (
    <Field
      group
      label="Logo"
      hint="JPG, PNG, GIF or WEBP, at most 2 MB, recommended 300x300px."
      error={error}
    >
      <FieldGroup className="min-w-0">
        <div
          onDragOver={(event) => {
            event.preventDefault()
            setIsOver(true)
          }}
          onDragLeave={({ currentTarget, relatedTarget }) => {
            if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setIsOver(false)
          }}
          onDrop={(event) => {
            setIsOver(false)
            uploadFrom(event, event.dataTransfer)
          }}
          className={classNames(
            'flex flex-wrap items-center gap-4 rounded-lg border border-dashed border-border-strong/60 p-3 transition-colors',
            isOver && 'border-accent! bg-accent-soft',
          )}
        >
          {/* White behind the logo: a dark, transparent logo would be invisible in dark mode. */}
          <div
            className={classNames(
              'flex size-24 shrink-0 items-center justify-center overflow-hidden rounded-md border border-border',
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
                // Reset, so that the user can choose the same file again after fixing it.
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
                {logo ? 'Replace logo' : 'Upload logo'}
              </Button>
              <span className="text-sm text-muted touch:hidden">or drop it here, or paste it</span>
            </div>
            {logo && (
              <Button
                variant="ghost"
                size="sm"
                disabled={busy}
                busy={removing}
                busyLabel="Removing..."
                onClick={() => {
                  onRemove()
                  // This button disappears with the logo.
                  button.current?.focus()
                }}
              >
                <ImageOff aria-hidden />
                {removeLabel}
              </Button>
            )}
          </div>
        </div>
      </FieldGroup>
    </Field>
  )
}
