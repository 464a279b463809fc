import { Box, NativeSelect, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { FileDrop } from '../../app/file-drop.tsx';
import { LeftGroupSelect } from '../../app/left-group-select.tsx';
import { api } from '../../data/client.ts';
import { imports } from '../../data/lists.ts';
import { problemOf } from '../../data/problems.ts';
import { queries } from '../../data/queries.ts';
import { useTexts } from '../../texts/texts.ts';

const REASONS = ['unsubscribed', 'bounced', 'complained', 'manual'] as const;

/** Takes a file of addresses that must get no mail, and opens its import. */
export function SuppressionFile() {
  const texts = useTexts();
  const { optOuts } = texts;
  const navigate = useNavigate();
  const [reason, setReason] = useState('');
  const [group, setGroup] = useState('');
  const isGroupAllowed = reason === '' || reason === 'unsubscribed';
  const sending = useMutation({
    mutationFn: (file: File) => {
      const stated = REASONS.find((one) => one === reason);
      const left = isGroupAllowed && group !== '' ? { unsubscribe_groups_id: Number(group) } : {};
      return api.suppressionUploadCsv(
        { file, ...(stated && { reason: stated }), ...left },
        { idempotencyKey: crypto.randomUUID() },
      );
    },
    async onSuccess({ id }) {
      await queries.invalidateQueries({ queryKey: imports.queryKey });
      await navigate({ to: '/contacts/imports/$id', params: { id: String(id) } });
    },
  });
  return (
    <Box mt="md">
      <FileDrop
        hint={optOuts.fileHint}
        button={optOuts.chooseFile}
        accept=".csv,text/csv"
        choose={([file]) => file && sending.mutate(file)}
      >
        <Stack w="100%" maw="20rem" mb="sm" gap="sm" ta="start">
          <NativeSelect
            label={optOuts.fileReason}
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
            data={[
              { value: '', label: optOuts.reasonOfFile },
              ...REASONS.map((value) => ({ value, label: optOuts.reasons[value] })),
            ]}
          />
          <LeftGroupSelect value={group} choose={setGroup} disabled={!isGroupAllowed} />
        </Stack>
        {sending.isError && <p role="alert">{problemOf(sending.error, texts)}</p>}
      </FileDrop>
    </Box>
  );
}
