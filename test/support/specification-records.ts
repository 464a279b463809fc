/**
 * The fields of the published contract's resources, typed by hand from its tables: `name:type`, with `?` behind a type that
 * may be null. Types are those of JSON; `int`, `text`, `object`, `list`.
 */
export const RECORDS: Readonly<Record<string, string>> = {
  Unsubscriber:
    'id:int user_id:int unsubscribe_groups_id:int? email_address:text created_at:text updated_at:text',
  ListedUnsubscribeGroup:
    'id:int user_id:int rand_id:text group_name:text description:text is_display:int created_at:text ' +
    'updated_at:text unsubscribe_clients_count:int',
  Segment:
    'id:int user_id:int contact_type_id:int segment_name:text select_field:list select_operator:list value:list ' +
    'query_type:text? deleted_at:text? created_at:text updated_at:text segment_emails_count:int',
  SegmentRecipient:
    'id:int user_id:int segment_id:int contact_id:int? first_name:text last_name:text email:text country:text? ' +
    'state:text? city:text? address_line1:text? created_at:text updated_at:text fullname:text',
  ListedContactType:
    'id:int user_id:int name:text deleted_at:text? created_at:text updated_at:text contacts_count:int',
  ListedContact:
    'id:int user_id:int contact_type_id:int first_name:text last_name:text email:text alt_email:text? country:text ' +
    'state:text city:text address_line1:text address_line2:text state_province_region:text postal_code:text ' +
    'custom_field:object? deleted_at:text? created_at:text updated_at:text fullname:text contact_type:object',
  ReservedField:
    'id:int user_id:null field_name:text field_type:text is_reserved:int created_at:null updated_at:null',
  CustomField:
    'id:int user_id:int field_name:text field_type:text is_reserved:int created_at:text updated_at:text',
  Template:
    'id:int template_name:text preview_image:text json_code:text html_code:text is_blank:int created_at:text? ' +
    'updated_at:text',
  SingleSend:
    'id:int user_id:int template_id:int sender_id:int unsubscribe_group_id:int recipient_id:list ' +
    'exclude_specific_recipient_id:list single_send_name:text from_sender:text reply_to:text sender_name:text? ' +
    'sender_address:text? subject:text preheader:text schedule_type:int schedule_date:text schedule_time:text ' +
    'status:int utr:text template_json:text? template_html:text? triggered:int delivered:int unique_opens:int ' +
    'total_opens:int bounces:int unsubscribes:int unique_open_token:object sent_at:text? created_at:text ' +
    'updated_at:text',
  ListedAutomation:
    'id:int user_id:int automation_for:int automation_for_table:text automation_name:text exit_criteria:int ' +
    'unsubscribe_group_id:text automation_type:int utr:text status:int live_at:text? total_triggered:int ' +
    'total_delivered:int total_unique_opens:int total_opens:int total_bounces:int total_unsubscribe:int ' +
    'deleted_at:text? created_at:text updated_at:text automation_schedule_count:int',
  AutomationSchedule:
    'id:int user_id:int automation_id:int sender_id:int template_id:int subject:text waiting_period:int ' +
    'waiting_type:text utr:text preview_img:text template_json:text? template_html:text? created_at:text ' +
    'updated_at:text design_url:text image:text',
  NotificationRecipient:
    'id:int user_id:int email_address:text email_owner:text created_at:text updated_at:text',
  Sender:
    'id:int user_id:int from_name:text from_email:text reply_to_email:text country_id:int state_id:int? ' +
    'city_id:int? zip_code:text company_address:text company_address2:text nickname:text is_verified:int utr:text ' +
    'send_at:text created_at:text updated_at:text deleted_at:text?',
};
