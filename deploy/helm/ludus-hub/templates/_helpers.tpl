{{- define "hub.name" -}}
{{ .Release.Name | trunc 50 | trimSuffix "-" }}
{{- end }}

{{/* Of a workload: (dict "root" $ "part" "api"). */}}
{{- define "hub.selector" -}}
app.kubernetes.io/name: ludus-hub
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .part }}
{{- end }}

{{- define "hub.labels" -}}
{{ include "hub.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ .root.Chart.Name }}-{{ .root.Chart.Version }}
{{- end }}

{{/* A container that runs a command of the hub: (dict "root" $ "command" "api" "resources" …). */}}
{{- define "hub.container" -}}
name: hub
image: "{{ .root.Values.image.repository }}:{{ .root.Values.image.tag | default .root.Chart.AppVersion }}"
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
args: [{{ .command }}]
env:
  - name: HEALTH_PORT
    value: "9090"
  - name: DRAIN_SECONDS
    value: {{ .root.Values.drainSeconds | quote }}
  {{- range $name, $value := .root.Values.settings }}
  - name: {{ $name }}
    value: {{ $value | quote }}
  {{- end }}
resources:
  {{- toYaml .resources | nindent 2 }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
volumeMounts:
  - name: data
    mountPath: /data
  - name: temporary
    mountPath: /tmp
{{- end }}

{{/* What every pod has beside its containers. */}}
{{- define "hub.pod" -}}
serviceAccountName: {{ include "hub.name" . }}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  seccompProfile:
    type: RuntimeDefault
{{- with .Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
volumes:
  - name: data
    emptyDir:
      sizeLimit: {{ .Values.worker.workSpace }}
  - name: temporary
    emptyDir: {}
{{- end }}
