import type { LucideIcon } from 'lucide-react'
import { useRef } from 'react'
import { Button, type ButtonProps } from '../ui/button.tsx'

interface FileButtonProps extends Omit<ButtonProps, 'onClick' | 'asChild'> {
  icon: LucideIcon
  accept: string
  /** Opens the camera of a phone. */
  camera?: boolean
  multiple?: boolean
  onFiles: (files: File[]) => void
  children: string
}

export function FileButton({
  icon: Icon,
  accept,
  camera = false,
  multiple = false,
  onFiles,
  children,
  ...props
}: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={children}
        accept={accept}
        multiple={multiple}
        {...(camera ? { capture: 'environment' } : {})}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          // Reset, so that the user can choose the same file again.
          event.target.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
      <Button {...props} onClick={() => input.current?.click()}>
        <Icon aria-hidden />
        {children}
      </Button>
    </>
  )
}
