import { FieldNotes, type FieldProps, useField } from '@portal/shared/forms/field'
import { Button } from '@portal/shared/ui/button'
import { Icon } from '@portal/shared/ui/icon'
import { Notice } from '@portal/shared/ui/notice'
import { Spinner } from '@portal/shared/ui/spinner'
import { useRef } from 'react'
import { useFileDrop } from './file-drop.ts'
import { acceptedImages, useImageUpload } from './image-upload.ts'
import styles from './upload-field.module.css'

type UploadFieldProps = FieldProps & {
  /** The purpose of the image, which is sent to the server. */
  fileType?: string
}

/**
 * An image: chosen or dropped anywhere on the page, stored immediately. The form holds its address, null without one.
 */
export function UploadField({ fileType, ...field }: UploadFieldProps) {
  const { value, change, blur, focusRef, control, frame } = useField<string | null>(field)
  const input = useRef<HTMLInputElement | null>(null)
  const { state, upload, cancel } = useImageUpload({ name: field.name, type: fileType, onDone: change })
  const isDragging = useFileDrop((file) => {
    if (!input.current?.matches(':disabled')) upload(file)
  })

  function remove() {
    cancel()
    change(null)
    input.current?.focus()
  }

  return (
    <div className={styles.field}>
      <input
        {...control}
        ref={(element) => {
          input.current = element
          focusRef(element)
        }}
        className={`${styles.input} visually-hidden`}
        type="file"
        accept={acceptedImages}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          // Lets the user choose the same file again after a failure.
          currentTarget.value = ''
          if (file) upload(file)
        }}
        onBlur={blur}
      />
      <div className={styles.row}>
        <ImageBox
          inputId={frame.id}
          label={field.label}
          image={value}
          isUploading={state.step === 'uploading'}
          isDragging={isDragging}
        />
        {value && (
          <div className={styles.changes}>
            <Button variant="ghost" size="s" onClick={() => input.current?.click()}>
              Заменить
            </Button>
            <Button variant="ghost" size="s" onClick={remove}>
              Убрать
            </Button>
          </div>
        )}
      </div>
      {state.step === 'failed' && (
        <Notice tone="error" title="Ошибка">
          {state.reason}
        </Notice>
      )}
      <FieldNotes {...frame} />
    </div>
  )
}

type ImageBoxProps = {
  inputId: string
  label: string
  /** Its address, null without one. */
  image: string | null
  isUploading: boolean
  isDragging: boolean
}

/** The label of the input: it shows the image, or a plus where one can be chosen. */
function ImageBox({ inputId, label, image, isUploading, isDragging }: ImageBoxProps) {
  return (
    <label
      className={styles.box}
      htmlFor={inputId}
      data-dragging={isDragging || undefined}
      data-filled={image ? '' : undefined}
    >
      <span className={image ? 'visually-hidden' : styles.label}>{label}</span>
      {image && <img src={image} alt="" width={148} height={148} />}
      {!image && !isDragging && !isUploading && <Icon name="plus" />}
      {isUploading && (
        <span className={styles.over}>
          <Spinner label="Загружаем изображение" />
        </span>
      )}
      {isDragging && (
        <span className={styles.over}>
          <Icon name="download" size={32} />
          Отпустите файл
        </span>
      )}
    </label>
  )
}
