import { uploadImage } from '@portal/contracts/upload'
import { UploadField } from '@portal/shared/forms/upload-field'
import { ProblemResponse, stub } from '@portal/shared/testing/http-stub'
import { InForm } from '../gallery/in-form.tsx'
import { photoFile, photoUrl } from '../gallery/photo.ts'
import { chooseFile, Played } from '../gallery/played.tsx'
import type { Stories } from '../gallery/stories.ts'

// The type of the image decides how the stubbed server responds.
stub(uploadImage, ({ form }) => {
  if (form?.get('type') === 'lasting') return new Promise(() => {})
  if (form?.get('type') === 'failing') throw new ProblemResponse(503, 'storage_unavailable')
  return { url: URL.createObjectURL(form?.get('field') as File) }
})

const photo = <UploadField name="field" label="Фото" fileType="avatar" />
const choosePhoto = async (stage: HTMLElement) => chooseFile(stage, await photoFile())

export const stories: Stories = {
  Empty: <InForm value={null}>{photo}</InForm>,
  'Stored image': <InForm value={photoUrl}>{photo}</InForm>,
  Uploading: (
    <Played play={choosePhoto}>
      <InForm value={null}>
        <UploadField name="field" label="Фото" fileType="lasting" />
      </InForm>
    </Played>
  ),
  'Uploading another': (
    <Played play={choosePhoto}>
      <InForm value={photoUrl}>
        <UploadField name="field" label="Фото" fileType="lasting" />
      </InForm>
    </Played>
  ),
  Failed: (
    <Played play={choosePhoto}>
      <InForm value={null}>
        <UploadField name="field" label="Фото" fileType="failing" />
      </InForm>
    </Played>
  ),
  Hint: (
    <InForm value={null}>
      <UploadField name="field" label="Фото" hint="Гость увидит его, когда будет оставлять чаевые" />
    </InForm>
  ),
  Error: (
    <InForm value={null} error="Фото — обязательное поле">
      {photo}
    </InForm>
  ),
  Disabled: (
    <InForm value={photoUrl} disabled>
      {photo}
    </InForm>
  ),
}
