{{- define "mailing.name" -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- end -}}

{{- define "mailing.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}

{{- /* Of all objects. */ -}}
{{- define "mailing.labels" -}}
app.kubernetes.io/part-of: {{ include "mailing.name" . }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
app.kubernetes.io/version: {{ .Values.image.tag | default .Chart.AppVersion | quote }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end -}}

{{- /* Of the pods of one program: (list . "api"). */ -}}
{{- define "mailing.selector" -}}
app.kubernetes.io/part-of: {{ include "mailing.name" (index . 0) }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end -}}

{{- define "mailing.pod" -}}
automountServiceAccountToken: false
{{- with .Values.imagePullSecrets }}
imagePullSecrets: {{ toYaml . | nindent 2 }}
{{- end }}
securityContext: { runAsNonRoot: true, runAsUser: 1000, runAsGroup: 1000, fsGroup: 1000, seccompProfile: { type: RuntimeDefault } }
{{- end -}}

{{- define "mailing.container" -}}
image: {{ include "mailing.image" . }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext: { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: [ALL] } }
envFrom:
  - configMapRef: { name: {{ include "mailing.name" . }}-settings }
  - secretRef: { name: {{ .Values.existingSecret }} }
{{- end -}}

{{- define "mailing.mounts" -}}
volumeMounts:
  - { name: tmp, mountPath: /tmp }
  - { name: settings, mountPath: /app/settings, readOnly: true }
{{- end -}}

{{- /* (list . size). */ -}}
{{- define "mailing.volumes" -}}
volumes:
  - { name: tmp, emptyDir: { sizeLimit: {{ index . 1 }} } }
  - { name: settings, configMap: { name: {{ (index . 0).Values.filesConfigMap }}, optional: true } }
{{- end -}}

{{- /* (list . "api"). */ -}}
{{- define "mailing.spread" -}}
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector: { matchLabels: { {{ include "mailing.selector" . | replace "\n" ", " }} } }
{{- end -}}
