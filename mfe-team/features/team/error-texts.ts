import type { FailureTexts } from '@portal/shared/format/failure-text'

/** What the API rejects, in words. */
export const errorTexts = {
  already_employed: 'Человек с этим номером уже в команде',
  employee_dismissed: 'Человек с этим номером уже работал здесь. Вернуть его в команду может поддержка',
  restaurant_closed: 'Ресторан закрыт, пригласить в него нельзя',
  sms_unavailable: 'СМС не ушло. Приглашение уже есть в списке: откройте его и отправьте ещё раз или скопируйте ссылку',
  invitation_used: 'По этому приглашению уже вошли',
  invitation_expired: 'Приглашение больше не действует',
  not_undoable: 'Прошли сутки, или сотрудника убрала поддержка. Вернуть его может только она',
  manager_protected: 'Менеджера назначает и убирает из команды только поддержка',
  default_protected: 'Этот сотрудник делит общие чаевые. Сначала поддержка назначит вместо него другого',
} satisfies FailureTexts
